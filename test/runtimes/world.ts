/** Creates the world of one scenario: a fresh realm of the mock server, and clients and proxies that end with it. */

import { createControl } from '../../playground/server/control/control.ts'
import type { Client, ConnectOptions, EraCache, KnownServer } from '../../src/core/index.ts'
import { assert } from '../scenarios/assert.ts'
import type { RuntimeName, World } from '../scenarios/scenario.ts'
import { HANDSHAKES } from '../scenarios/steps/handshake-versions.ts'
import { createLedger } from './ledger.ts'

export interface WorldOptions {
  runtime: RuntimeName
  url: string
  controlUrl: string
  connect: (url: string | URL, options?: ConnectOptions) => Promise<Client>
}

export interface OpenWorld {
  world: World
  /** The observations of probes, made with `note()`. */
  notes: Record<string, string>
  /** Closes what the scenario opened. */
  end(): Promise<void>
}

const notesOf = new WeakMap<World, Record<string, string>>()

export function createWorld({ runtime, url: serverUrl, controlUrl, connect }: WorldOptions, index: number): OpenWorld {
  const realm = `${runtime}-${index}-${Math.random().toString(36).slice(2, 10)}`
  const control = createControl({ url: serverUrl, controlUrl }, realm)
  const connecting: Promise<Client>[] = []
  const notes: Record<string, string> = {}
  const eraCache: EraCache = new Map<string, KnownServer>()
  const world: World = {
    runtime,
    server: control,
    connect: (options) => open({ versions: HANDSHAKES, ...options }),
    connectAny: (options) => open({ eraCache, ...options }),
    connectModern: (options) => open({ eraCache, versions: ['2026-07-28'], ...options }),
    proxy: (options) => control.proxy(options),
    origin: () => control.origin(),
    ledger: createLedger,
    assert,
    macrotasks,
  }
  notesOf.set(world, notes)
  return { world, notes, end }

  function open({ url = control.url, ...options }: ConnectOptions & { url?: string | URL }): Promise<Client> {
    const client = connect(url, options)
    connecting.push(client)
    return client
  }

  async function end(): Promise<void> {
    const clients = await Promise.allSettled(connecting)
    const closed = await Promise.allSettled(
      clients.map((client) => client.status === 'fulfilled' && client.value.close()),
    )
    await control.dispose()
    const failure = closed.find((outcome) => outcome.status === 'rejected')
    if (failure) throw new Error('a client could not be closed', { cause: failure.reason })
  }
}

/** Records how this engine behaves where engines differ; it does not decide whether a probe passes. */
export function note(world: World, key: string, value: string): void {
  const notes = notesOf.get(world)
  if (notes) notes[key] = value
}

export async function macrotasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}
