import tseslint from 'typescript-eslint'

const sizes = {
  'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 50, skipComments: true }],
  complexity: ['error', 10],
  'max-depth': ['error', 3],
  'max-params': ['error', 3],
}
const noDefault = { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' }
const noProcess = {
  selector: "MemberExpression[object.name='process'][property.name=/^(env|argv|exit|exitCode|stdin|stdout|stderr)$/]",
  message: 'Only src/app/cli touches argv, env, streams and the exit code.',
}

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'coverage', 'src/io/engine/data'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'vitest.config.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-expressions': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      ...sizes,
      '@typescript-eslint/strict-boolean-expressions': ['error', { allowNullableObject: true, allowNullableBoolean: false, allowNumber: false, allowString: false }],
      'no-restricted-syntax': ['error', noDefault, noProcess],
    },
  },
  { files: ['src/app/cli/**/*.ts'], rules: { 'no-restricted-syntax': ['error', noDefault] } },
)
