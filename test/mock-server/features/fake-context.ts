/** A request context that records what features send to the client. */
import { createTestContent } from '../../../playground/server/content/index.ts'
import { defaultConfig, type ServerConfig } from '../../../src/testing/config.ts'
import { createFeatures, type Features } from '../../../src/testing/features/features.ts'
import type { RequestContext } from '../../../src/testing/features/request-context.ts'

export interface SentMessage {
  method: string
  params?: object | undefined
}

export interface FakeContext extends RequestContext {
  notifications: SentMessage[]
  broadcasts: SentMessage[]
  requests: SentMessage[]
  /** The milliseconds of each wait. */
  waits: number[]
}

export function fakeContext(version = '2025-11-25', overrides: Partial<RequestContext> = {}): FakeContext {
  const notifications: SentMessage[] = []
  const broadcasts: SentMessage[] = []
  const requests: SentMessage[] = []
  const waits: number[] = []
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
        waits.push(milliseconds)
      },
    },
    notify: async (method, params) => void notifications.push({ method, params }),
    broadcast: (method, params) => void broadcasts.push({ method, params }),
    request: async (method, params) => {
      requests.push({ method, params })
      return {}
    },
    closeStream: () => {},
    ...overrides,
    notifications,
    broadcasts,
    requests,
    waits,
  }
}

export function createTestFeatures(config: Partial<ServerConfig> = {}): Features {
  const configured = { ...defaultConfig(), ...config }
  return createFeatures({ random: () => 0.25, config: () => configured, content: createTestContent() })
}
