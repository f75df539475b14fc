/** The bounds of the bridge: what a view may say, how large it may be, and how often. */
import { expect, test, vi } from 'vitest'
import { type Answer, createBridge } from '../../../src/apps/bridge.ts'
import { resizeFrame } from '../../../src/apps/size.ts'
import type { AppEvent } from '../../../src/apps/types.ts'

function setUp(answer: Answer = () => undefined, maxSize = 1_000) {
  const page = new EventTarget()
  const sent: Record<string, unknown>[] = []
  const view = { postMessage: (message: Record<string, unknown>) => void sent.push(message) }
  const frame = { ownerDocument: { defaultView: page }, contentWindow: view } as unknown as HTMLIFrameElement
  const events: AppEvent[] = []
  const onNotification = vi.fn(() => true)
  const emit = (event: AppEvent) => void events.push(event)
  const bridge = createBridge({ frame, origin: 'https://proxy.example', maxSize, answer, onNotification, emit })
  const receive = (data: unknown, { source = view as unknown, origin = 'https://proxy.example' } = {}) =>
    void page.dispatchEvent(Object.assign(new Event('message'), { source, origin, data }))
  const ignored = () => events.flatMap((event) => (event.type === 'ignored' ? [event.reason] : []))
  return { bridge, receive, sent, ignored, onNotification }
}

const request = (id: unknown, more = {}) => ({ jsonrpc: '2.0', id, method: 'ping', params: {}, ...more })
const isError = (message: object) => 'error' in message

test('only the window and the origin of the frame are heard', () => {
  const { receive, sent, ignored, onNotification } = setUp()
  const message = { jsonrpc: '2.0', method: 'x' }
  receive(message, { source: null })
  receive(message, { source: {} })
  receive(message, { origin: 'https://evil.example' })
  expect([sent, ignored(), onNotification.mock.calls]).toEqual([[], [], []])
  receive(message)
  expect(onNotification).toHaveBeenCalledOnce()
})

test('what is no JSON-RPC is ignored', () => {
  const { receive, sent, ignored } = setUp()
  const wrong = [7, null, 'x', [], {}, { jsonrpc: '1.0', method: 'x' }, { jsonrpc: '2.0' }, request({}), request(NaN)]
  for (const message of wrong) receive(message)
  expect([ignored(), sent]).toEqual([wrong.map(() => 'not-json-rpc'), []])
})

test('what is too large is refused', () => {
  const { receive, sent, ignored } = setUp()
  receive(request(1, { params: { text: 'x'.repeat(1_000) } }))
  let deep: unknown[] = []
  for (let level = 0; level < 20_000; level++) deep = [deep]
  receive(request(2, { params: { deep } }))
  receive(request(3, { params: { big: 1n } }))
  expect(ignored()).toEqual(['too-large', 'too-large', 'too-large'])
  expect(sent.map(({ id, error }) => [id, error])).toEqual(
    [1, 2, 3].map((id) => [id, { code: -32600, message: 'too-large' }]),
  )
})

test('64 requests are in flight at most, each with an id of its own', async () => {
  const release: (() => void)[] = []
  const { receive, sent } = setUp(() => new Promise<object>((resolve) => release.push(() => resolve({}))))
  for (let id = 0; id < 65; id++) receive(request(id))
  expect(release).toHaveLength(64)
  expect(sent).toMatchObject([{ id: 64, error: { code: -32600, message: 'Too many requests' } }])
  for (const answer of release.splice(0)) answer()
  await vi.waitFor(() => expect(sent).toHaveLength(65))
  receive(request('a'))
  receive(request('a'))
  expect([release.length, sent.at(-1)]).toMatchObject([1, { id: 'a', error: { code: -32600 } }])
  release[0]!()
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ jsonrpc: '2.0', id: 'a', result: {} }))
  receive(request('a'))
  expect([release.length, sent.filter(isError).length]).toEqual([2, 2])
})

test('a canceled or closed request is aborted and not answered', async () => {
  const signals: AbortSignal[] = []
  const { bridge, receive, sent } = setUp((_method, _params, signal) => {
    signals.push(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  receive(request(1))
  receive(request(2))
  receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  bridge.close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  await new Promise((resolve) => setTimeout(resolve))
  receive(request(3))
  expect([signals.length, sent]).toEqual([2, []])
})

test('the frame is never larger than its maximum, and steps below one pixel change nothing', () => {
  const style = { width: '', height: '' }
  const resize = (height: unknown, limits = {}) => {
    resizeFrame({ style } as HTMLIFrameElement, limits, true, { height })
    return style.height
  }
  expect([resize(100), resize(100.5), resize(101), resize(-5), resize(1e9)]).toEqual([
    ...['100px', '100px', '101px', '0px', '16384px'],
  ])
  expect([resize(500, { maxHeight: 300 }), resize(500, { height: 200 })]).toEqual(['300px', '200px'])
  for (const height of [NaN, Infinity, '50', null, {}]) expect(resize(height)).toBe('200px')
  expect(style.width).toBe('100%')
})
