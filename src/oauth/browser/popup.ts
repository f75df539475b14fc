/** Signs in through a window of its own. */

import { setTimer } from '../../core/util/environment.ts'
import { onAbort } from '../../core/util/on-abort.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { checkOpenable } from '../authorize/check-open-url.ts'
import { AuthError } from '../errors.ts'
import type { Driver, Flow } from '../types.ts'
import { hear } from './receive-callback.ts'

export interface PopupOptions {
  /** Size and place, as `window.open` takes them. @default 'popup,width=520,height=720' */
  features?: string
  /** Milliseconds that a person may be back at this page while the window seems closed. @default 60_000 */
  grace?: number
  /** Leaves the window its `opener`. Needed only by an application that is framed by another site. @default false */
  opener?: boolean
  /** The browser refused the window: show this address as a link to a new tab. Without it, `signIn` rejects. */
  onBlocked?: (url: URL) => void
  /** The window seems closed; it may also only be hidden from this page. A good moment to offer cancelling. */
  onClosed?: () => void
}

const beat = 500

/** A driver for `signIn`, which must be called inside a click. */
export function popup(options: PopupOptions = {}): Driver {
  const { features = 'popup,width=520,height=720', grace = 60_000, opener = false } = options
  /** Opened, and not yet used: one for each sign-in that has just begun. */
  const waiting: (Window | null)[] = []
  return Object.assign(drive, { prepare, cancel })

  function prepare(): void {
    // At once, since a browser lets a window pass only inside a click; its address comes later.
    waiting.push(open('about:blank', '_blank', features))
  }

  function cancel(): void {
    waiting.pop()?.close()
  }

  function drive(url: URL, flow: Flow): Promise<URLSearchParams> {
    const shown = waiting.shift() ?? null
    return new Promise((resolve, reject) => {
      const stops = [hear(flow.state, (answer) => end(() => resolve(answer)))]
      const end = (settle: () => void) => {
        for (const stop of stops) stop()
        shown?.close()
        settle()
      }
      const fail = (error: unknown) => end(() => reject(error))
      stops.push(onAbort(flow.signal, () => fail(flow.signal.reason)))
      try {
        flow.signal.throwIfAborted()
        show(shown, url)
        if (shown) stops.push(watch(shown, () => fail(closed())))
      } catch (error) {
        fail(error)
      }
    })
  }

  function show(shown: Window | null, url: URL): void {
    checkOpenable(url)
    if (shown?.closed) throw closed()
    if (!shown) {
      if (!options.onBlocked) throw blocked(url)
      options.onBlocked(url)
    } else {
      // Else the page of the authorization server could send this one elsewhere.
      if (!opener) shown.opener = null
      shown.location.replace(url.href)
    }
  }

  /**
   * Cross-Origin-Opener-Policy makes an open window read as closed, so that alone ends nothing: only a person who is back
   * at this page, for long, has given up.
   */
  function watch(shown: Window, gaveUp: () => void): () => void {
    let left = grace
    let told = false
    let stop = setTimer(look, beat)
    return () => stop()

    function look(): void {
      if (shown.closed && !told) {
        told = true
        runSafely(() => options.onClosed?.())
      }
      if (shown.closed && document.hasFocus()) left -= beat
      if (left <= 0) gaveUp()
      else stop = setTimer(look, beat)
    }
  }
}

const blocked = (url: URL) =>
  new AuthError('The browser blocked the window; call signIn() inside a click, or show its address as a link', {
    reason: 'popup_blocked',
    url: url.href,
  })

const closed = () => new AuthError('The window was closed before an answer came', { reason: 'popup_closed' })
