import { defineConfig } from 'vitest/config'

// vitest reads its configuration from a default export; nothing else in the project has one.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Many tests wait for child processes; a third worker fills what two cores would idle away.
    maxWorkers: 3,
    reporters: ['default'],
  },
})
