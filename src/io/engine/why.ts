const reasons: Readonly<Record<string, string>> = {
  'syntax': 'Nothing says what the code was meant to be, so no edit is safe.',
  'gar/conflict-marker': 'Which side of the conflict is right is for a person to say.',
  'gar/credential': 'A leaked credential must be revoked and replaced by a person; deleting the line does not undo the leak.',
  'gar/unresolved-import': 'Which file is meant, and whether it was left out of the commit, is for a person to say.',
  'gar/missing-export': 'Whether the name or the file it is taken from is wrong is for a person to say.',
  'gar/still-imported': 'Whether the files that need it or the removal must change is for a person to say.',
  'gar/lock-mismatch': 'Only the package manager can write the lock file, and it needs the network.',
  'gar/workflow-injection': 'The variable must be named and the script rewritten by a person.',
  'gar/duplicate-key': 'Two values are given for one key, and nothing says which is meant.',
  'eslint/no-dupe-keys': 'Two values are given for one key, and nothing says which is meant.',
  'eslint/no-undef': 'The name was not bound by an import the change dropped, and no one name of the file is a plain slip away.',
  'ruff/F821': 'The name was not bound by an import the change dropped, and no one name of the file is a plain slip away.',
  'eslint/no-debugger': 'The statement is not alone on its line, or deleting it would change what the lines around it mean.',
  'ruff/T100': 'The statement is not alone on its line.',
  'eslint/no-const-assign': 'The constant has not exactly one plain declaration in the file.',
}

/** Returns why the engine makes no fix for findings of the rule. */
export function whyNoFix(rule: string): string {
  return reasons[rule] ?? `There is no single safe edit for ${rule === '' ? 'this finding' : rule}; what was meant is for a person to say.`
}
