#!/usr/bin/env node
import('../dist/main.js').catch((error) => {
  process.stderr.write(`gar: its built files cannot be loaded (${error.message}); reinstall git-auto-review, or run "npm run build" in a checkout\n`)
  process.exitCode = 70
})
