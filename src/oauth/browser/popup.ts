/** Signs in through a popup window. */
import { setTimer } from '../../core/util/environment.ts'
import { onAbort } from '../../core/util/on-abort.ts'
import { runSafely } from '../../core/util/run-safely.ts'
import { checkOpenUrl } from '../authorize/check-open-url.ts'
import { AuthError } from '../errors.ts'
import type { Flow, Prepared, SignInDriver } from '../types.ts'
import { receiveCallback } from './receive-callback.ts'

/** The options of `popup()`. */
export interface PopupOptions {
  /** Size and position, as `window.open` takes them. @default 'popup,width=520,height=720' */
  features?: string | undefined
  /** Milliseconds that the user may be back at this page while the window seems closed. @default 60_000 */
  grace?: number | undefined
  /** Keeps the `opener` of the window. Needed only by an application that is framed by another site. @default false */
  opener?: boolean | undefined
  /** The browser blocked the window: show this URL as a link to a new tab. Without it, `signIn` rejects. */
  onBlocked?: ((url: URL) => void) | undefined
  /** The window seems closed, but it may also only be hidden from this page. A good moment to offer cancelling. */
  onClosed?: (() => void) | undefined
}

interface PreparedWindow extends Prepared {
  /** Has no URL yet; null if the browser blocked it. */
  popupWindow?: Window | null
}

/** Milliseconds between checks whether the window is closed. */
const CHECK_INTERVAL = 500

/** A driver for `signIn`, which must be called inside a click. */
export function popup(options: PopupOptions = {}): SignInDriver {
  const { features = 'popup,width=520,height=720', grace = 60_000, opener = false } = options
  drive.prepare = prepare
  drive.cancel = cancel
  return drive

  function prepare(): PreparedWindow {
    // Opened empty, because a browser allows a window only inside a click and the URL is known later.
    return { popupWindow: open('about:blank', '_blank', features) }
  }

  function cancel({ popupWindow }: PreparedWindow): void {
    popupWindow?.close()
  }

  function drive(url: URL, flow: Flow): Promise<URLSearchParams> {
    const { popupWindow = null } = (flow.prepared ?? {}) as PreparedWindow
    return new Promise((resolve, reject) => {
      const cleanups = [receiveCallback(flow.state, (query) => end(() => resolve(query)))]
      const end = (settle: () => void) => {
        for (const cleanUp of cleanups) cleanUp()
        popupWindow?.close()
        settle()
      }
      const fail = (error: unknown) => end(() => reject(error))
      cleanups.push(onAbort(flow.signal, () => fail(flow.signal.reason)))
      try {
        flow.signal.throwIfAborted()
        navigate(popupWindow, url)
        if (popupWindow) cleanups.push(watchClosed(popupWindow, () => fail(createClosedError())))
      } catch (error) {
        fail(error)
      }
    })
  }

  function navigate(popupWindow: Window | null, url: URL): void {
    checkOpenUrl(url)
    if (popupWindow?.closed) throw createClosedError()
    if (!popupWindow) {
      if (!options.onBlocked) throw createBlockedError(url)
      options.onBlocked(url)
    } else {
      // Without this, the page of the authorization server could navigate this page.
      if (!opener) popupWindow.opener = null
      popupWindow.location.replace(url.href)
    }
  }

  /**
   * Cross-Origin-Opener-Policy makes an open window read as closed. So `closed` counts only while this page has the focus:
   * the user is back here and has not finished.
   */
  function watchClosed(popupWindow: Window, onGivenUp: () => void): () => void {
    let graceLeft = grace
    let hasNotified = false
    let stopTimer = setTimer(onTimer, CHECK_INTERVAL)
    return () => stopTimer()

    function onTimer(): void {
      if (popupWindow.closed && !hasNotified) {
        hasNotified = true
        runSafely(() => options.onClosed?.())
      }
      if (popupWindow.closed && document.hasFocus()) graceLeft -= CHECK_INTERVAL
      if (graceLeft <= 0) onGivenUp()
      else stopTimer = setTimer(onTimer, CHECK_INTERVAL)
    }
  }
}

const createBlockedError = (url: URL) =>
  new AuthError('The browser blocked the window; call signIn() inside a click, or show its address as a link', {
    reason: 'popup-blocked',
    url: url.href,
  })

const createClosedError = () => new AuthError('The window was closed before an answer came', { reason: 'popup-closed' })
