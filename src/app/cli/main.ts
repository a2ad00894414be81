import { version } from './about.ts'

/** Runs the command line and returns its exit code; whatever a command needs is loaded when it is known which one runs. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    console.log(version)
    return 0
  }
  const { start } = await import('./start.ts')
  return start(argv)
}

process.exitCode = await main(process.argv.slice(2))
