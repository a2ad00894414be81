import type { Gate } from '../../core/gate/port.ts'
import { analysis } from './analyse.ts'
import { secrets } from './analysers/secrets.ts'
import type { EngineOptions } from './options.ts'
import { review } from './review.ts'

/** Returns a gate that looks for credentials and nothing else: for commits whose content is judged as part of a whole, but whose history is published commit by commit. */
export function createCredentialGate({ ignore, maxFileBytes }: Required<Pick<EngineOptions, 'ignore' | 'maxFileBytes'>>): Gate {
  const analyse = analysis([secrets()])
  return {
    name: 'engine-credentials/1',
    review: async (ask) => {
      const value = await review(ask, analyse, { ignore, maxFileBytes })
      return { text: `${JSON.stringify(value, null, 1)}\n`, value }
    },
  }
}
