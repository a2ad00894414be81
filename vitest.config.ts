import { defineConfig } from 'vitest/config'

// vitest reads its configuration from a default export; nothing else in the project has one.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: ['default'],
  },
})
