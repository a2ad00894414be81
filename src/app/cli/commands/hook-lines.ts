import path from 'node:path'
import type { Planned, Refusal } from '../../../core/hook/edit.ts'
import { displayPath } from '../../../core/model/path.ts'
import type { CommandInput } from '../command.ts'

/** Returns one line for a hook: its state, and where it is. */
export function hookLine({ state, path: file }: Planned<string>, cwd: string): string {
  return `${state.padEnd(9)}  ${nearPath(file, cwd)}`
}

/** Returns a path as the user would type it from here. */
export function nearPath(file: string, cwd: string): string {
  const relative = path.relative(cwd, file)
  return displayPath(relative.startsWith('..') ? file : relative)
}

/** Says what was left alone and why, each with its next step below. */
export function noteRefusals(io: CommandInput['io'], refusals: readonly Refusal[]): void {
  for (const { what, next } of refusals) io.note(`gar: ${what}\n     ${next.replaceAll('\n', '\n     ')}`)
}
