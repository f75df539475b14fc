/** A client as the features see it, that keeps what it is told. */
import { createFeatures, type Features } from '../../../src/testing/features/features.ts'
import type { Peer } from '../../../src/testing/features/request-context.ts'
import type { ServerConfig } from '../../../src/testing/script/script.ts'

export interface Told {
  method: string
  params?: object | undefined
}

export interface FakePeer extends Peer {
  notified: Told[]
  announced: Told[]
  asked: Told[]
  waited: number[]
}

export function fakePeer(version = '2025-11-25', given: Partial<Peer> = {}): FakePeer {
  const [notified, announced, asked, waited]: [Told[], Told[], Told[], number[]] = [[], [], [], []]
  return {
    version,
    clientCapabilities: {},
    state: { subscriptions: new Set() },
    random: () => 0.5,
    signal: new AbortController().signal,
    clock: {
      now: () => 0,
      wait: async (milliseconds, signal) => {
        signal?.throwIfAborted()
        waited.push(milliseconds)
      },
    },
    notify: async (method, params) => void notified.push({ method, params }),
    announce: (method, params) => void announced.push({ method, params }),
    request: async (method, params) => {
      asked.push({ method, params })
      return {}
    },
    closeStream: () => {},
    ...given,
    notified,
    announced,
    asked,
    waited,
  }
}

export function features(config: Partial<ServerConfig> = {}): Features {
  return createFeatures({ random: () => 0.25, config: () => config })
}
