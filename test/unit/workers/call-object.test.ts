/** The Durable Object that runs calls, with a storage of the test: its alarm, and requests that make no sense. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../src/core/index.ts'
import { createMockServer } from '../../../src/testing/index.ts'
import { CallObject, type CallObjectState } from '../../../src/workers/index.ts'

function createState() {
  const values = new Map<string, unknown>()
  const pending: Promise<unknown>[] = []
  let alarm: number | null = null
  /** Called before each write of a value. */
  let beforeWrite = async () => {}
  const put = async (key: string, value: unknown) => {
    await beforeWrite()
    values.set(key, value)
  }
  const get = async (key: string) => values.get(key)
  const state: CallObjectState = {
    storage: {
      get,
      put,
      delete: async (key) => values.delete(key),
      list: async ({ prefix }) => new Map([...values].filter(([key]) => key.startsWith(prefix))),
      transaction: (run) => run({ get, put }),
      getAlarm: async () => alarm,
      async setAlarm(time) {
        alarm = time
      },
      async deleteAlarm() {
        alarm = null
      },
    },
    waitUntil: (promise) => void pending.push(promise),
  }
  return {
    state,
    ended: () => Promise.all(pending),
    onWrite(run: () => Promise<void>) {
      beforeWrite = run
    },
  }
}

async function createObject() {
  const server = createMockServer({ versions: ['2026-07-28'], tools: { echo: { run: () => 'hello' } } })
  const client = await connect(server.url, { fetch: server.fetch })
  class Calls extends CallObject {
    connection() {
      return client
    }
  }
  const world = createState()
  const object = new Calls(world.state, {})
  const send = (method: string, path = '', body?: string) =>
    object.fetch(new Request(`https://app.example/${path}`, { method, ...(body !== undefined && { body }) }))
  return { ...world, object, send, close: () => client.close() }
}

describe('the alarm of an object', () => {
  test('stays when it goes off while a call is being written down', async () => {
    const { object, state, onWrite, ended, close } = await createObject()
    let hasGoneOff = false
    onWrite(async () => {
      if (hasGoneOff) return
      hasGoneOff = true
      await object.alarm()
    })
    await object.start({ name: 'echo' })
    expect(hasGoneOff).toBe(true)
    expect(await state.storage.getAlarm()).not.toBeNull()
    await ended()
    await object.alarm()
    expect(await state.storage.getAlarm()).toBeNull()
    await close()
  })
})

describe('a request that makes no sense', () => {
  test.each([
    ['a path that is not encoded as it should be', 'GET', '%E0%A4%A', undefined],
    ['a call that is not JSON', 'POST', '', '{"name":'],
    ['a call without a name', 'POST', '', '{}'],
    ['a call that is not an object', 'POST', '', 'null'],
  ])('is answered with 400: %s', async (_, method, path, body) => {
    const { send, close } = await createObject()
    const response = await send(method, path, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: expect.any(String) })
    await close()
  })

  test.each([
    ['not JSON', '{'],
    ['not an object', '7'],
  ])('is answered with 400: an answer that is %s', async (_, body) => {
    const { send, ended, close } = await createObject()
    await send('POST', '', '{"id":"one","name":"echo"}')
    expect((await send('POST', 'one', body)).status).toBe(400)
    await ended()
    await close()
  })

  test('is answered with 409: an answer to a call without a question', async () => {
    const { send, ended, close } = await createObject()
    await send('POST', '', '{"id":"one","name":"echo"}')
    await ended()
    expect((await send('POST', 'one', '{}')).status).toBe(409)
    await close()
  })
})
