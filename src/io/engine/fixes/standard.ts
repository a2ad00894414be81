import { lineEnd, lineSpan, lineText } from '../text.ts'
import type { Fixer } from './fixer.ts'

const modules = new Set(`abc argparse ast asyncio base64 binascii bisect builtins bz2 calendar codecs collections concurrent configparser contextlib
  copy csv ctypes dataclasses datetime decimal difflib dis email enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq
  hmac html http importlib inspect io ipaddress itertools json keyword locale logging math mimetypes multiprocessing numbers operator os
  pathlib pickle pkgutil platform pprint queue random re secrets select shlex shutil signal socket sqlite3 ssl stat statistics string struct
  subprocess sys tempfile textwrap threading time timeit token tokenize traceback types typing unicodedata unittest urllib uuid warnings
  weakref xml zipfile zlib`.split(/\s+/))

/** Returns the import of a module of Python's standard library that is used by its name. */
export const importStandard: Fixer = ({ found, text, language }) => {
  const { name } = found
  if (language !== 'python' || name === undefined || !modules.has(name) || text[found.end] !== '.') return []
  const line = firstImport(text)
  if (line === null) return []
  const { start } = lineSpan(text, line)
  return [{ edits: [{ start, end: start, text: `import ${name}${lineEnd(text)}` }], text: `Import ${name}.` }]
}

// Before the first import that is not one of `__future__`, which must stay first; without one there is no safe place.
function firstImport(text: string): number | null {
  const count = text.split('\n').length
  for (let line = 1; line <= count; line++) {
    const content = lineText(text, line)
    if (/^(?:import|from)\s/.test(content) && !/__future__/.test(content)) return line
    if (/^(?:def|class|@|"""|''')/.test(content) && line > 1) return null
  }
  return null
}
