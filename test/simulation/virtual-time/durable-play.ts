/** Processes with journaled calls on a virtual clock: they can be paused or die, share a store, and may lose their network. */
import { expect } from 'vitest'
import { createConnect } from '../../../src/core/connect.ts'
import type { CallToolResult, ConnectOptions, Fetch } from '../../../src/core/index.ts'
import { createDurable } from '../../../src/durable/durable.ts'
import {
  type DurableError,
  type DurableOptions,
  type JournalRecord,
  type JournalStore,
  memoryStore,
} from '../../../src/durable/index.ts'
import { createMockServer, type MockServer } from '../../../src/testing/index.ts'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

export const LEASE = 15_000

/** A process: its timers and its network stand still while it is paused, and for good once it is dead. */
export interface Process {
  calls: ReturnType<ReturnType<typeof createDurable>>
  /** Stops before the operation of the network or the store with this number. */
  stopAt: number
  operations: number
  isDead: boolean
  /** It has called `fetch` with the call. */
  handed: boolean
  resume(): void
}

export interface Play {
  world: VirtualWorld
  server: MockServer
  store: JournalStore
  executions: () => number
  /** Refuses connections while it is down, and counts all requests. */
  network: { isDown: boolean; requests: number }
  start(options?: ConnectOptions, stopAt?: number, journal?: Partial<DurableOptions>): Promise<Process>
}

export function createPlay(version: string, run?: Parameters<typeof createMockServer>[0]): Play {
  const world = createVirtualWorld({ seed: 3 })
  const store = memoryStore()
  let executions = 0
  const server = createMockServer({
    clock: world.clock,
    versions: [version],
    tools: {
      count: {
        async run(_args, { progress, wait }) {
          executions++
          for (const step of [1, 2, 3]) {
            await progress(step, 3)
            await wait(1_000)
          }
          return 'counted'
        },
      },
    },
    ...run,
  })
  const network = { isDown: false, requests: 0 }
  return { world, server, store, network, executions: () => executions, start }

  async function start(
    options: ConnectOptions = {},
    stopAt = Number.POSITIVE_INFINITY,
    journal: Partial<DurableOptions> = {},
  ): Promise<Process> {
    const waiting: (() => void)[] = []
    const process = { stopAt, operations: 0, isDead: false, handed: false } as Process
    process.resume = () => {
      process.stopAt = Number.POSITIVE_INFINITY
      for (const go of waiting.splice(0)) go()
    }
    const isStopped = () => process.isDead || process.operations >= process.stopAt
    /** Every step of the process passes here. */
    const gate = async <T>(work: () => Promise<T>, isCounted = true): Promise<T> => {
      if (isStopped()) await new Promise<void>((resolve) => waiting.push(resolve))
      if (isCounted) process.operations++
      const result = await work()
      if (isStopped()) await new Promise<void>((resolve) => waiting.push(resolve))
      return result
    }
    const environment = {
      ...world.environment,
      setTimer: (run: () => void, milliseconds: number) =>
        world.environment.setTimer(() => (isStopped() ? waiting.push(run) : run()), milliseconds),
    }
    const fetch: Fetch = (url, init) => {
      network.requests++
      if (network.isDown)
        return Promise.reject(
          Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED', message: 'refused' } }),
        )
      process.handed ||= !!init.body?.includes('"tools/call"')
      return gate(async () => {
        const response = await server.fetch(url, init)
        if (!response.body) return response
        const reader = response.body.getReader()
        // What comes after its death is not read.
        const body = new ReadableStream<Uint8Array>(
          {
            async pull(controller) {
              const { done, value } = await gate(() => reader.read())
              if (done) controller.close()
              else controller.enqueue(value)
            },
            cancel: (reason) => reader.cancel(reason),
          },
          { highWaterMark: 0 },
        )
        return new Response(body, response)
      })
    }
    const gated: JournalStore = {
      list: (prefix) => gate(() => store.list(prefix), false),
      get: (key) => gate(() => store.get(key), false),
      put: (record, expected) => gate(() => store.put(record, expected)),
      delete: (key) => gate(() => store.delete(key)),
    }
    const connect = createConnect(environment)
    const source = { url: server.url, fetch, versions: [version] as never, keepAlive: false as const, ...options }
    process.calls = createDurable(environment, connect)(source, {
      store: gated,
      principal: 'ada',
      lease: LEASE,
      ...journal,
    })
    return process
  }
}

export const only = async ({ store }: Play): Promise<JournalRecord> => {
  const records = await store.list('')
  expect(records).toHaveLength(1)
  return records[0]!
}

export const settled = (promise: Promise<CallToolResult>) =>
  promise.then(
    (result) => ({ result }),
    (error: DurableError) => ({ code: error.code, delivery: error.delivery, reason: error.reason }),
  )
