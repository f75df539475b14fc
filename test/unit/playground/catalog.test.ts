/** When the playground loads the lists of a server: once for each reason, however many signs of that reason there are. */
import { signal } from '@preact/signals'
import type { Client, Connection } from 'mcp-over-fetch'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCatalog } from '../../../playground/src/state/server/catalog.ts'
import type { Session } from '../../../playground/src/state/server/connection.ts'

describe('the lists of a server', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('are loaded once after a restart, which shows as an answer, a replaced session and a change', async () => {
    const { catalog, asked, connection, silentSince } = open()
    silentSince.value = 1
    // The answer is that the session is unknown, so the client opens another.
    silentSince.value = undefined
    connection.value = { status: 'reconnecting' } as Connection
    await vi.advanceTimersByTimeAsync(200)
    connection.value = { status: 'connected' } as Connection
    catalog.reloadSoon()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['tools', 'resources', 'templates', 'prompts'])
  })

  test('are loaded when a server answers again that keeps no session', async () => {
    const { asked, silentSince } = open()
    silentSince.value = 1
    silentSince.value = undefined
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['tools', 'resources', 'templates', 'prompts'])
  })

  test('are not asked for by a connection that was closed in the meantime', async () => {
    const { asked, session, silentSince } = open()
    silentSince.value = 1
    silentSince.value = undefined
    session.value = undefined
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual([])
  })
})

/** A catalog of an open connection, and the lists that it asked for since. */
function open() {
  const asked: string[] = []
  const list = (name: string) => async () => {
    asked.push(name)
    return []
  }
  const client = {
    listTools: list('tools'),
    listResources: list('resources'),
    listResourceTemplates: list('templates'),
    listPrompts: list('prompts'),
  } as unknown as Client
  const connection = signal({ status: 'connected' } as Connection)
  const session = signal<Session | undefined>({ client, connection } as unknown as Session)
  const silentSince = signal<number | undefined>(undefined)
  const catalog = createCatalog({ session, silentSince })
  asked.length = 0
  return { catalog, asked, connection, session, silentSince }
}
