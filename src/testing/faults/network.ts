/** Faults of the network: requests that do not arrive, and responses that are late, lost or never come. */
import { orAborted } from '../util/abort.ts'
import type { FaultDefinition } from './fault.ts'
import { NetworkError } from './network-error.ts'

const never = () => new Promise<never>(() => {})

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** The names of these faults. */
export type NetworkFault =
  | 'network-error'
  | 'connection-refused'
  | 'response-lost'
  | 'late-response'
  | 'never-answers'
  | 'ignores-abort'

export const networkFaults: Readonly<Record<NetworkFault, FaultDefinition>> = {
  'network-error': {
    unsent: () => new NetworkError(),
    apply: async ({ serve }) => serve(),
  },
  'connection-refused': {
    unsent: () => new NetworkError('fetch failed', { cause: refused() }),
    apply: async ({ serve }) => serve(),
  },
  'response-lost': {
    async apply({ serve }) {
      const response = await serve()
      await response.body?.cancel()
      throw new NetworkError()
    },
  },
  'late-response': {
    options: ['delay'],
    async apply({ serve, clock, signal }, { delay = 1_000 }) {
      const response = await serve()
      await clock.wait(delay, signal)
      return response
    },
  },
  'never-answers': {
    async apply({ serve, signal }) {
      const response = await serve()
      return orAborted(never(), signal).catch(async (reason: unknown) => {
        await response.body?.cancel(reason)
        throw reason
      })
    },
  },
  'ignores-abort': {
    options: ['delay'],
    async apply({ serve, network, clock, signal }, { delay = 1_000 }) {
      network.ignoresAbort = true
      const response = await serve()
      await clock.wait(delay, signal)
      return response
    },
  },
}
