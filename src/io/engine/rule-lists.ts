// Verified: a fact of syntax, scope or constant value, true whatever the author meant. Inferred: a pattern that is usually wrong.
const under = (plugin: string, names: string): readonly string[] => names.trim().split(/\s+/).map((name) => `${plugin}/${name}`)

/** Rules of the script analyser that state facts. */
export const scriptVerified: readonly string[] = [
  ...under('eslint', `constructor-super for-direction getter-return no-class-assign no-compare-neg-zero no-const-assign
    no-constant-binary-expression no-debugger no-delete-var no-dupe-class-members no-dupe-else-if no-dupe-keys no-duplicate-case
    no-empty-character-class no-ex-assign no-global-assign no-import-assign no-invalid-regexp no-loss-of-precision
    no-new-native-nonconstructor no-obj-calls no-self-assign no-self-compare no-this-before-super
    no-unassigned-vars no-undef no-unreachable no-unsafe-finally no-unsafe-negation no-unsafe-optional-chaining
    no-useless-backreference no-with require-yield use-isnan valid-typeof`),
  ...under('oxc', `bad-array-method-on-arguments bad-char-at-comparison bad-comparison-sequence bad-match-all-arg bad-min-max-func
    bad-object-literal-comparison bad-replace-all-arg const-comparisons double-comparisons erasing-op missing-throw
    number-arg-out-of-range uninvoked-array-callback`),
  ...under('typescript', 'no-duplicate-enum-values no-misused-new no-non-null-asserted-optional-chain no-unsafe-declaration-merging'),
  ...under('unicorn', 'no-await-in-promise-methods no-invalid-fetch-options no-invalid-remove-event-listener no-thenable'),
  ...under('react', 'jsx-no-duplicate-props no-direct-mutation-state rules-of-hooks'),
  'jest/no-focused-tests', 'vitest/no-focused-tests', 'import/no-self-import', 'promise/no-new-statics',
]

/** Rules of the script analyser that state suspicions. */
export const scriptInferred: readonly string[] = [
  ...under('eslint', `array-callback-return no-async-promise-executor no-cond-assign no-constant-condition no-eval no-fallthrough
    no-func-assign no-implied-eval no-promise-executor-return no-redeclare no-script-url no-setter-return no-sparse-arrays
    no-template-curly-in-string no-unmodified-loop-condition no-unused-private-class-members no-unused-vars no-useless-assignment`),
  'jest/valid-expect', 'react/jsx-key', 'promise/no-multiple-resolved', 'unicorn/no-useless-fallback-in-spread',
  'oxc/no-map-spread', 'typescript/no-extra-non-null-assertion',
]

/** Codes of the Python analyser that state facts. */
export const pythonVerified: readonly string[] = `F502 F503 F504 F505 F506 F507 F508 F509 F521 F522 F523 F524 F525 F602 F621 F622 F631 F632
  F633 F634 F701 F702 F704 F706 F707 F821 F823 F901 B002 B003 B012 B015 B016 B021 B022 B025 B029 B030 B032 B035
  PLE PLW0129 PLW0131 PLW0133 PLW0177 PLR0124 PLW1501 T100`.split(/\s+/)

/** Codes of the Python analyser that state suspicions. */
export const pythonInferred: readonly string[] = `F401 F601 F811 F822 F841 E722 B004 B005 B006 B008 B018 B020 B023 B031 B033 B905 S102 S301 S307 S324
  S501 S506 S602 S605 S608 PLE0604 PLE0605 PLE0704 PLW0127 PLW0128 PLW0642 PLW1508 PLW1510 ASYNC210 ASYNC220 ASYNC230 ASYNC251 RUF006`.split(/\s+/)

// They speak of taste or leftovers, not of behaviour.
const untidy = new Set(['eslint/no-unused-vars', 'eslint/no-useless-assignment', 'eslint/no-unused-private-class-members',
  'eslint/no-redeclare', 'oxc/no-map-spread', 'unicorn/no-useless-fallback-in-spread', 'typescript/no-extra-non-null-assertion',
  'ruff/F401', 'ruff/F841', 'ruff/E722', 'ruff/B033', 'ruff/B905'])

/** Returns true for rules whose findings should be fixed though they are no clear bug. */
export function isUntidy(rule: string): boolean {
  return untidy.has(rule)
}
