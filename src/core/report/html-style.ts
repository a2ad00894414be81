/** The whole style of the HTML view; it names no font file, no image and no address. */
export const htmlStyle = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #ffffff; --ink: #1c2128; --soft: #59636e; --line: #d8dee4; --code: #f6f8fa; --mark: #fff3c4;
  --red: #b42318; --amber: #8a5a00; --blue: #0b5cad; --green: #1a7f37; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0f1318; --card: #171c23; --ink: #e6eaef; --soft: #9aa5b1; --line: #2c343e; --code: #10151b; --mark: #3a3113;
    --red: #ff8a80; --amber: #f0b849; --blue: #79b8ff; --green: #6fdd8b; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; display: flex; flex-wrap: wrap; gap: .35rem .75rem; align-items: center; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.1rem; line-height: 1.35; }
h2 .count { color: var(--soft); font-weight: 400; margin-left: .25rem; }
h3 { margin: 0; font-size: 1rem; line-height: 1.4; }
p { margin: .25rem 0; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .86em; }
.status { --tone: var(--amber); border: 1px solid var(--tone); color: var(--tone); border-radius: 999px; padding: .1rem .8rem; font-size: 1rem; font-weight: 600; }
.status.good { --tone: var(--green); } .status.failed { --tone: var(--red); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem 1.25rem; margin: 1.25rem 0 0; padding: 1rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.facts dt { color: var(--soft); font-size: .8rem; } .facts dd { margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone, var(--line)); border-radius: .6rem; padding: .9rem 1.1rem; margin: 0 0 .75rem; }
.critical { --tone: var(--red); } .bug { --tone: var(--amber); } .should_fix { --tone: var(--blue); } .fixed { --tone: var(--green); }
.where { color: var(--soft); margin: 0 0 .15rem; }
.why { margin: .35rem 0 .5rem; }
.tags { display: flex; flex-wrap: wrap; gap: .35rem; margin: .5rem 0 0; padding: 0; list-style: none; }
.tags li { border: 1px solid var(--line); border-radius: .35rem; padding: 0 .45rem; font-size: .78rem; line-height: 1.6; color: var(--soft); }
.tags .blocks { color: var(--red); border-color: currentColor; font-weight: 600; }
pre { margin: .6rem 0 0; padding: .6rem 0; background: var(--code); border: 1px solid var(--line); border-radius: .4rem; overflow-x: auto; line-height: 1.55; }
pre span { display: block; width: max-content; min-width: 100%; padding: 0 .8rem; white-space: pre; }
pre .cited { background: var(--mark); }
pre i { display: inline-block; min-width: 2em; margin-right: 1em; color: var(--soft); font-style: normal; text-align: right; user-select: none; }
ul.plain { margin: 0; padding: 0; list-style: none; } ul.plain li { padding: .45rem 0; border-top: 1px solid var(--line); } ul.plain li:first-child { border-top: 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .86rem; overflow-wrap: normal; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-top: 1px solid var(--line); } thead th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap; }
td.mono { white-space: nowrap; }
summary { cursor: pointer; color: var(--soft); } details { margin-top: 2.25rem; } details .card { margin-top: .75rem; } td.title { min-width: 14rem; }
footer { margin-top: 2.25rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
@media (max-width: 30rem) { main { padding: 1.25rem .85rem 2rem; } h1 { font-size: 1.35rem; } .card { padding: .75rem .85rem; } .facts { grid-template-columns: 1fr 1fr; } }
@media print { body { background: none; } .card, .facts { break-inside: avoid; } }
`
