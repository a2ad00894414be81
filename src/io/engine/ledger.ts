import { readIfThere } from '../os/files.ts'

/** Returns the paths the ledger names; findings there are reproduction lines (GAR-052). */
export async function ledgerPaths(ledger: string): Promise<ReadonlySet<string>> {
  const bytes = await readIfThere(ledger)
  const lines = bytes === null ? [] : bytes.toString('utf8').split('\n')
  return new Set(lines.map((line) => line.split('\t')[0] ?? '').filter((path) => path !== ''))
}
