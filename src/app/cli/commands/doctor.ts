import type { Check } from '../checks/check.ts'
import { checkHooks } from '../checks/hooks.ts'
import { checkConfig, checkRepository, checkState } from '../checks/repository.ts'
import { checkEngine, checkGit, checkNode } from '../checks/tools.ts'
import type { Colour } from '../colour.ts'
import type { CommandInput } from '../command.ts'
import { isSet } from '../command.ts'

/** Checks what gar stands on and prints one line for each thing; 0 when nothing is wrong, else 1. */
export async function run(input: CommandInput): Promise<number> {
  const checks = await look(input)
  const problems = checks.filter((check) => !check.ok).length
  if (isSet(input, 'json')) input.io.out(JSON.stringify({ ok: problems === 0, checks }, null, 2))
  else input.io.out(render(checks, await input.io.colour('out')))
  return problems === 0 ? 0 : 1
}

async function look(input: CommandInput): Promise<readonly Check[]> {
  const [git, engine, { check, context }] = await Promise.all([checkGit(input), checkEngine(), checkRepository(input)])
  const tools = [checkNode(process.versions.node), git, engine]
  // Without git there is no telling whether there is a repository.
  if (!git.ok) return tools
  if (context === null) return [...tools, check]
  const [state, config, hooks] = await Promise.all([checkState(context), checkConfig(input, context), checkHooks(input, context)])
  return [...tools, check, state, config, ...hooks]
}

function render(checks: readonly Check[], { green, red, bold }: Colour): string {
  const lines = checks.flatMap((check) => {
    const word = check.ok ? green('ok     ') : red('problem')
    const line = `${word}  ${bold(check.name)}: ${check.detail.replaceAll('\n', '\n         ')}`
    return check.ok ? [line] : [line, `         ${check.fix}`]
  })
  const problems = checks.filter((check) => !check.ok).length
  const sentence = problems === 0 ? 'Everything gar needs is there.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`
  return [...lines, sentence].join('\n')
}
