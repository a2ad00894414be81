// Loaded into gar with NODE_OPTIONS=--import: acts on the process the moment a chosen state is durable or a chosen file is about to be placed.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { GAR_TEST_AT: at, GAR_TEST_ROUND: round = '1', GAR_TEST_DO: act = 'SIGKILL', GAR_TEST_PLACE: place, GAR_TEST_KILL_AT: killAt } = process.env
const rename = fs.promises.rename

fs.promises.rename = async (from, to) => {
  const target = String(to)
  if (place !== undefined && target.endsWith(place) && !target.includes('/.git')) {
    if (act === 'ENOSPC') throw Object.assign(new Error('ENOSPC: no space left on device, rename'), { code: 'ENOSPC', syscall: 'rename' })
    if (act === 'before') process.kill(process.pid, 'SIGKILL')
    await rename(from, to)
    if (act === 'after') process.kill(process.pid, 'SIGKILL')
    return
  }
  await rename(from, to)
  if (at === undefined || !target.endsWith('/journal.json')) return
  const state = JSON.parse(fs.readFileSync(target, 'utf8'))
  if (state.at === killAt) process.kill(process.pid, 'SIGKILL')
  if (state.at !== at || String(state.round) !== round) return
  // Says that the state is reached, and gives the test the time to do something.
  if (act.startsWith('wait:')) {
    const mark = act.slice(5)
    fs.writeFileSync(mark, String(process.pid))
    for (const end = Date.now() + 2_500; Date.now() < end && !fs.existsSync(`${mark}.go`);) await new Promise((resolve) => { setTimeout(resolve, 20) })
    return
  }
  process.kill(process.pid, act)
  // A caught signal is delivered between turns.
  await new Promise((resolve) => { setTimeout(resolve, 20) })
}
syncBuiltinESMExports()
