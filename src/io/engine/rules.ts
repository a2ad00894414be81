import type { Heading, Label } from '../../core/model/finding.ts'
import type { RepoPath } from '../../core/model/path.ts'
import { isIllustration, isTest, isTestInput, languageOf } from './languages.ts'
import { isUntidy, pythonInferred, scriptInferred } from './rule-lists.ts'

export type Severity = { readonly heading: Heading; readonly label: Label }
export type RuleClass = {
  readonly severity: Severity
  /** What happens when nobody acts. */
  readonly consequence: string
  /** What a person should do; starts with the change. */
  readonly advice: string
}

const critical: Severity = { heading: 'critical', label: 'verified' }
const fact: Severity = { heading: 'bug', label: 'verified' }
const suspicion: Severity = { heading: 'bug', label: 'inferred' }

const named: Readonly<Record<string, RuleClass>> = {
  'syntax': { severity: critical, consequence: 'The file cannot be parsed, so nothing in it runs.', advice: 'Correct the syntax at this place.' },
  'gar/conflict-marker': { severity: critical, consequence: 'The file holds both sides of a merge and the marks between them.', advice: 'Resolve the conflict and delete the marker lines.' },
  'gar/bidi-control': { severity: critical, consequence: 'The code reads otherwise than it runs.', advice: 'Delete the direction control characters.' },
  'gar/credential': { severity: critical, consequence: 'Everyone who can read the repository can use the credential.', advice: 'Revoke the credential, replace it, and read the new one from outside the repository.' },
  'gar/possible-credential': { severity: suspicion, consequence: 'If this is a credential, everyone who can read the repository can use it.', advice: 'Check whether the value is secret; if it is, revoke it and keep its successor outside the repository.' },
  'gar/unresolved-import': { severity: critical, consequence: 'Loading the file fails wherever the commit is checked out.', advice: 'Correct the path, or add the file it names to the commit.' },
  'gar/missing-export': { severity: critical, consequence: 'Loading the file fails, or the name is undefined.', advice: 'Correct the name, or export it from the file it is taken from.' },
  'gar/still-imported': { severity: critical, consequence: 'Loading the files that need it fails.', advice: 'Change the files that need it as well, or keep it.' },
  'gar/lock-mismatch': { severity: fact, consequence: 'A clean installation (npm ci) refuses such a pair of files.', advice: 'Run npm install and commit both files.' },
  'gar/workflow-injection': { severity: critical, consequence: 'Whoever writes that text can run commands in the workflow and read its secrets.', advice: 'Pass the value in env: and use the variable in the script.' },
  'gar/focused-test': { severity: fact, consequence: 'The other tests of the suite do not run.', advice: 'Remove the focus from the test.' },
  'gar/debugger': { severity: fact, consequence: 'The program stops and waits when it gets here.', advice: 'Delete the debugger statement.' },
  'gar/suppression': { severity: { heading: 'should_fix', label: 'verified' }, consequence: 'What it hides is not looked at here either.', advice: 'Remove the comment, or say beside it why it is right.' },
  'gar/debugger-import': { severity: { heading: 'should_fix', label: 'inferred' }, consequence: 'The program loads a debugger it may not need.', advice: 'Delete the import of the debugger.' },
  'gar/debug-output': { severity: suspicion, consequence: 'The program prints internals when it gets here.', advice: 'Delete the debug output.' },
  'gar/self-comparison': { severity: suspicion, consequence: 'The comparison is true for no value but one that is no number.', advice: 'Compare two different values, or use Number.isNaN.' },
  'gar/dynamic-name': { severity: suspicion, consequence: 'If nothing defines the name while the program runs, it throws here.', advice: 'Check where the name is defined.' },
  'gar/implicit-global': { severity: suspicion, consequence: 'The assignment makes a global variable, or throws in strict code.', advice: 'Declare the variable.' },
  'gar/duplicate-key': { severity: fact, consequence: 'Only one of the two values counts, or the file is refused.', advice: 'Keep one of the two entries.' },
}

const undefinedName: RuleClass = { severity: critical, consequence: 'The program throws when it gets here.', advice: 'Define or import the name.' }
const debuggerLeft: RuleClass = named['gar/debugger'] ?? undefinedName
const other: RuleClass = { severity: fact, consequence: 'The code does not do what it says.', advice: 'Correct the code at this place.' }
const untidy: RuleClass = { severity: { heading: 'should_fix', label: 'inferred' }, consequence: 'The code is harder to read than it needs to be.', advice: 'Remove what is not needed.' }
const unlikely: RuleClass = { severity: suspicion, consequence: 'The code may not do what was meant.', advice: 'Check whether this is what was meant.' }

const inferred = new Set([...scriptInferred, ...pythonInferred.map((code) => `ruff/${code}`)])
// Deliberate in tests more often than not.
const deliberateInTests = new Set(['eslint/no-global-assign', 'eslint/no-self-compare', 'eslint/no-unsafe-optional-chaining', 'react/rules-of-hooks',
  'typescript/no-non-null-asserted-optional-chain'])

/** Returns true for the rules about a name that nothing defines. */
export function isUndefinedName(rule: string): boolean {
  return rule === 'eslint/no-undef' || rule === 'ruff/F821'
}

/** Returns true for the rules that look at more than one file; their findings cannot be found again in one text. */
export function isAcross(rule: string | undefined): boolean {
  return rule === 'gar/unresolved-import' || rule === 'gar/missing-export' || rule === 'gar/still-imported' || rule === 'gar/lock-mismatch'
}

/** Returns the class of a rule where it was found. */
export function classOf(rule: string, path: RepoPath): RuleClass {
  const known = named[rule] ?? general(rule)
  return isDoubtful(rule, path) && known.severity.label === 'verified' ? { ...known, severity: suspicion } : known
}

/** Returns true when findings of this severity may be fixed without asking (GAR-056, GAR-057). */
export function qualifies({ heading, label }: Severity): boolean {
  return heading === 'critical' || (heading === 'bug' && label === 'verified')
}

function general(rule: string): RuleClass {
  if (isUndefinedName(rule)) return undefinedName
  if (rule === 'eslint/no-debugger' || rule === 'ruff/T100') return debuggerLeft
  if (isUntidy(rule)) return untidy
  return inferred.has(rule) ? unlikely : other
}

function isDoubtful(rule: string, path: RepoPath): boolean {
  if (rule === 'gar/credential') return isIllustration(path)
  if (isAcross(rule)) return isTestInput(path)
  if (rule === 'gar/equal-operands') return isTest(path) && languageOf(path) === 'python'
  return deliberateInTests.has(rule) && isTest(path)
}
