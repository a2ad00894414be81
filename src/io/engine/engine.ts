import type { Audit } from '../../core/audit/port.ts'
import type { Fixer } from '../../core/fix/port.ts'
import type { Gate, Reply } from '../../core/gate/port.ts'
import type { Triage } from '../../core/triage/port.ts'
import { acrossFiles } from './across/across.ts'
import { analysis } from './analyse.ts'
import { json } from './analysers/json.ts'
import { leftovers } from './analysers/leftovers.ts'
import { marks } from './analysers/marks.ts'
import { oxlint } from './analysers/oxlint.ts'
import { syntaxParsers } from './analysers/parsers.ts'
import { ruff } from './analysers/ruff.ts'
import { secrets } from './analysers/secrets.ts'
import { shell } from './analysers/shell.ts'
import { oxlintSpawner } from './analysers/spawn.ts'
import { toml } from './analysers/toml.ts'
import { trees } from './analysers/trees.ts'
import { workflows } from './analysers/workflow.ts'
import { yaml } from './analysers/yaml.ts'
import { audit } from './audit.ts'
import { fix } from './fix.ts'
import type { EngineOptions } from './options.ts'
import { review } from './review.ts'
import { triage } from './triage.ts'

/** Part of every verdict's key: raised with each change of a rule, an analyser or their versions. */
const rulesVersion = '2'
const defaultMaxFileBytes = 1_000_000

/** Returns the embedded offline gate, verifier and fixer. */
export function createEngine(options: EngineOptions): Gate & Triage & Fixer & Audit {
  const maxFileBytes = options.maxFileBytes ?? defaultMaxFileBytes
  const parserOf = syntaxParsers()
  const across = acrossFiles(parserOf)
  // The script analyser comes first: its process runs while the others work in this one.
  const analyse = analysis([oxlint(options.scratch, oxlintSpawner(options)), ruff(), trees(parserOf), json(), yaml(), workflows(), toml(), shell(), marks(), leftovers(), secrets()])
  return {
    name: `engine/${rulesVersion}`,
    review: (ask) => reply(review(ask, analyse, { ignore: options.ignore, maxFileBytes, across })),
    triage: (ask) => reply(triage(ask, analyse, maxFileBytes)),
    fix: (ask) => reply(fix(ask, analyse, maxFileBytes)),
    audit: (ask) => reply(audit(ask, analyse, maxFileBytes)),
  }
}

async function reply<T>(work: Promise<T>): Promise<Reply<T>> {
  const value = await work
  return { text: `${JSON.stringify(value, null, 1)}\n`, value }
}
