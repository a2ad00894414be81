import ignore from 'ignore'
import type { World } from './world.ts'
import { chain, directoryOf } from './paths.ts'

/** Returns true when an ignore file of the tree names one of the paths: such a file is made by a build and never committed. */
export async function isIgnoredByTree(world: World, paths: readonly string[]): Promise<boolean> {
  const directories = new Set(['', ...paths.flatMap((path) => chain(directoryOf(path)))])
  const files = [...directories].flatMap((directory) => world.paths.file(directory === '' ? '.gitignore' : `${directory}/.gitignore`) ?? [])
  await world.load(files)
  for (const file of files) {
    const text = await world.text(file)
    const directory = directoryOf(file)
    const rules = ignore({ allowRelativePaths: true }).add(text ?? '')
    const inside = paths.flatMap((path) => (directory === '' ? [path] : path.startsWith(`${directory}/`) ? [path.slice(directory.length + 1)] : []))
    if (inside.some((path) => path !== '' && rules.ignores(path))) return true
  }
  return false
}
