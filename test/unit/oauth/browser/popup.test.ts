/** The popup driver, in a fake browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { popup } from '../../../../src/oauth/browser/popup.ts'
import { channelName } from '../../../../src/oauth/callback/send-callback.ts'
import type { Prepared } from '../../../../src/oauth/types.ts'

/** The state of the popup window. */
interface FakeWindow {
  closed: boolean
  opener: unknown
  address: string
}

let opened: FakeWindow | undefined
let focused = true
const url = new URL('https://as.example/authorize?state=s')
const flow = () => ({ state: 's', redirectUri: 'https://app.example/callback', signal: new AbortController().signal })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  opened = { closed: false, opener: 'the application', address: 'about:blank' }
  focused = true
  vi.stubGlobal('open', () => opened && createWindow(opened))
  vi.stubGlobal('location', new URL('https://app.example/'))
  vi.stubGlobal('document', { hasFocus: () => focused })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('popup', () => {
  test('a window that seems closed does not end the flow while the user is elsewhere', async () => {
    const onClosed = vi.fn()
    const ended = vi.fn()
    const { driver } = start({ grace: 2_000, onClosed })
    driver.catch(ended)
    opened!.closed = true
    focused = false
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(onClosed).toHaveBeenCalledTimes(1)
    expect(ended).not.toHaveBeenCalled()
    focused = true
    await vi.advanceTimersByTimeAsync(1_500)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(500)
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ code: 'auth', reason: 'popup-closed' }))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an aborted signal closes the window and rejects with its reason', async () => {
    const controller = new AbortController()
    const { driver } = start({}, controller.signal)
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(driver).rejects.toBe(reason)
    expect(opened!.closed).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://as.example/', 'blob:https://app.example/1'])(
    'no user is sent to %s',
    async (address) => {
      const { driver } = start({}, undefined, new URL(address))
      await expect(driver).rejects.toMatchObject({ reason: 'url-refused' })
      expect(opened).toMatchObject({ address: 'about:blank', closed: true })
    },
  )

  test('a window that was closed before it got its URL ends the flow at once', async () => {
    opened!.closed = true
    await expect(start({}).driver).rejects.toMatchObject({ code: 'auth', reason: 'popup-closed' })
  })

  test('a window that is not needed is closed, and no other', () => {
    const driver = popup()
    const first = opened!
    const prepared = driver.prepare?.() as Prepared
    const second = { ...first }
    opened = second
    driver.prepare?.()
    driver.cancel?.(prepared)
    expect([first.closed, second.closed]).toEqual([true, false])
  })

  test('a message with another state or without text is ignored', async () => {
    vi.useRealTimers()
    const { driver } = start({})
    const page = new BroadcastChannel(channelName('s'))
    const received = new Promise((resolve) => {
      page.onmessage = resolve
    })
    for (const message of [null, 7, { state: 's' }, '?code=evil&state=other', '?code=evil', '?code=good&state=s']) {
      page.postMessage(message)
    }
    expect((await driver)?.get('code')).toBe('good')
    await received
    page.close()
    expect(opened).toMatchObject({ opener: null, address: url.href, closed: true })
  })
})

function start(options: Parameters<typeof popup>[0], signal = flow().signal, to = url) {
  const driver = popup(options)
  const prepared = driver.prepare?.() as Prepared
  return { driver: driver(to, { ...flow(), signal, prepared }) }
}

function createWindow(state: FakeWindow) {
  return {
    get closed() {
      return state.closed
    },
    set opener(value: unknown) {
      state.opener = value
    },
    location: {
      replace(address: string) {
        state.address = address
      },
    },
    close() {
      state.closed = true
    },
  }
}
