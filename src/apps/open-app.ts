/** One app from its frame to its end: the proxy page loads, gets the view, the view starts, is told things, and is closed. */
import { isMcpError } from '../core/errors.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { isObject } from '../core/util/is-object.ts'
import { toJson } from '../core/util/to-json.ts'
import { capabilitiesOf, createAnswer, logOf } from './answer.ts'
import { createBridge } from './bridge.ts'
import { AppError } from './errors.ts'
import { MAX_SIZE } from './read-app.ts'
import { resizeFrame } from './size.ts'
import type { App, AppEvent, AppOptions, AppView, DisplayMode, HostContext } from './types.ts'

interface Prepared {
  view: AppView
  /** Of the proxy page. */
  address: string
  isolation: App['isolation']
  /** What is granted. */
  sandbox: { csp: object; permissions: Record<string, object> }
  emit(event: AppEvent): void
}

/** In this order. */
const OPENING = 0
const LOADING = 1
const RUNNING = 2
const CLOSED = 3
type State = typeof OPENING | typeof LOADING | typeof RUNNING | typeof CLOSED

const PROTOCOL_VERSION = '2026-01-26'

/** The frame of the proxy page: no pop-ups, dialogs and downloads, and no navigation of the page around it. */
const PROXY_SANDBOX = 'allow-scripts allow-same-origin allow-forms'

const PREFIX = 'ui/notifications/'

const CONTEXT_CHANGED = 'host-context-changed'

export async function openApp(container: HTMLElement, options: AppOptions, prepared: Prepared): Promise<App> {
  const { tool, signal, hostInfo = { name: 'mcp-over-fetch', version: '0.1.0' }, onDisplayMode, onLog } = options
  const { view, address, isolation, sandbox, emit } = prepared
  const { origin } = new URL(address)
  const page = container.ownerDocument
  const frame = page.createElement('iframe')
  frame.setAttribute('sandbox', PROXY_SANDBOX)
  frame.allow = allowOf(Object.keys(sandbox.permissions))
  // The proxy page recognizes this page by it, whatever the policy of this page is.
  frame.referrerPolicy = 'origin'
  frame.title = tool.title ?? tool.name
  frame.style.cssText = 'display:block;border:0'

  let context: HostContext = {
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    toolInfo: { tool },
    ...options.hostContext,
  }
  let state: State = OPENING
  /** What the view said last of its size. */
  let size: Record<string, unknown> = {}
  let isReady = false
  let isLoaded = false
  let hasInput = false
  let hasResult = false
  let info: unknown
  let modes: unknown
  let closing: Promise<void> | undefined
  let released: ((value?: unknown) => void) | undefined
  /** What the view is told as soon as it has started: at most one notification of each kind. */
  const outbox = new Map<string, object>()
  const timers: (() => void)[] = []
  let started!: (app: App) => void
  let failed!: (reason: unknown) => void
  const starting = new Promise<App>((resolve, reject) => {
    started = resolve
    failed = reject
  })

  const bridge = createBridge({
    frame,
    origin,
    maxSize: options.maxSize ?? MAX_SIZE,
    emit,
    onNotification,
    answer(method, params, aborted) {
      if (state === OPENING) return undefined
      if (method === 'ui/initialize') return initialize(params)
      if (method === 'ui/request-display-mode') return requestMode(params.mode)
      return answer(method, params, aborted)
    },
  })
  const answer = createAnswer(options, bridge.notify)
  const app: App = {
    frame,
    view,
    isolation,
    get info() {
      return info
    },
    update,
    partial(args) {
      if (!hasInput) tell('tool-input-partial', { arguments: args })
    },
    input,
    result(result) {
      Promise.resolve(result).then(
        (value) => {
          // A view gets the arguments before the result, also if there are none.
          input({})
          settle('tool-result', value)
        },
        (error) => app.cancel(isMcpError(error) ? error.message : undefined),
      )
    },
    cancel: (reason = 'The call was canceled') => settle('tool-cancelled', { reason }),
    close,
  }

  const onLoad = () => {
    if (isLoaded) return fail(new AppError('navigated', 'The frame of the app was navigated or moved on the page'))
    isLoaded = true
    deliver()
  }
  const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (state === OPENING && /^(frame|child)-src/.test(effectiveDirective) && blockedURI.startsWith(origin)) {
      fail(blocked(origin, `This page's Content-Security-Policy blocks it: ${effectiveDirective}`))
    }
  }
  const onAborted = () => (state === RUNNING ? void close('aborted') : fail(signal?.reason))
  page.addEventListener('securitypolicyviolation', onViolation)
  signal?.addEventListener('abort', onAborted)
  frame.addEventListener('load', onLoad)
  wait(options.proxyTimeout ?? 5_000, () => {
    if (state === OPENING) fail(blocked(origin, 'It did not load in time', page.location.origin))
  })
  wait(options.timeout ?? 30_000, () => {
    if (state < RUNNING) fail(new AppError('silent', `The view ${view.uri} did not start in time (timeout)`))
  })
  resize()
  if (options.args) app.input(options.args)
  if (options.result) app.result(options.result)
  // Everything listens before the page loads, which may be ready at once.
  frame.src = address
  container.append(frame)
  return starting

  function resize(): void {
    resizeFrame(frame, context.containerDimensions ?? {}, context.displayMode === 'inline', size)
  }

  function wait(milliseconds: number, run: () => void): void {
    timers.push(systemEnvironment.setTimer(run, milliseconds))
  }

  /** Once, after the page has loaded: any further load is another page, which must not get the view. */
  function deliver(): void {
    if (!isReady || !isLoaded || state) return
    state = LOADING
    const flags = isolation === 'origin' ? PROXY_SANDBOX : 'allow-scripts allow-forms'
    bridge.notify(`${PREFIX}sandbox-resource-ready`, { ...sandbox, html: view.html, sandbox: flags })
  }

  function onNotification(method: string, params: Record<string, unknown>): boolean {
    const name = method.startsWith(PREFIX) ? method.slice(PREFIX.length) : ''
    if (name === 'sandbox-proxy-ready' && !isReady) {
      isReady = true
      deliver()
    } else if (state === OPENING) return false
    else if (name === 'initialized' && state === LOADING && info) start()
    else if (name === 'size-changed') {
      size = { ...size, ...params }
      resize()
    } else if (name === 'request-teardown') {
      emit({ type: 'close-requested' })
      options.onCloseRequest?.()
    } else if (method === 'notifications/message' && onLog) {
      const log = logOf(params)
      if (log) onLog(log)
    } else return false
    return true
  }

  async function initialize({ appInfo, appCapabilities }: Record<string, unknown>): Promise<object> {
    info = appInfo ?? {}
    modes = isObject(appCapabilities) ? appCapabilities.availableDisplayModes : undefined
    outbox.delete(CONTEXT_CHANGED)
    const hostCapabilities = capabilitiesOf(options, sandbox)
    return { protocolVersion: PROTOCOL_VERSION, hostInfo, hostCapabilities, hostContext: context }
  }

  function start(): void {
    state = RUNNING
    for (const [name, params] of outbox) bridge.notify(PREFIX + name, params)
    outbox.clear()
    started(app)
  }

  function tell(name: string, params: object): void {
    if (state === RUNNING) bridge.notify(PREFIX + name, params)
    else if (state < RUNNING) outbox.set(name, { ...(name === CONTEXT_CHANGED && outbox.get(name)), ...params })
  }

  function input(args: object): void {
    if (hasInput) return
    hasInput = true
    tell('tool-input', { arguments: args })
  }

  function settle(name: string, params: object): void {
    if (hasResult) return
    hasResult = true
    tell(name, params)
  }

  function update(change: HostContext): void {
    const { displayMode: mode = context.displayMode } = change
    if (!isPossible(mode)) emit({ type: 'warning', message: `The view does not support the display mode ${mode}` })
    const displayMode = isPossible(mode) ? mode : context.displayMode
    const all = Object.entries({ ...change, displayMode })
    const changed = Object.fromEntries(all.filter(([key, value]) => toJson(context[key]) !== toJson(value)))
    context = { ...context, ...changed }
    resize()
    if (toJson(changed) !== '{}') tell(CONTEXT_CHANGED, changed)
  }

  function isPossible(mode: unknown): mode is DisplayMode {
    if (mode === context.displayMode) return true
    return (
      !!context.availableDisplayModes?.includes(mode as DisplayMode) && (!Array.isArray(modes) || modes.includes(mode))
    )
  }

  async function requestMode(mode: unknown): Promise<object> {
    if (onDisplayMode && mode !== context.displayMode && isPossible(mode)) {
      update({ displayMode: (await onDisplayMode(mode)) ?? mode })
    }
    return { mode: context.displayMode }
  }

  function fail(error: unknown): void {
    failed(error)
    // What must end at once does not wait for an orderly end that was begun before.
    end(error instanceof AppError ? error.reason : 'aborted', error)
  }

  function close(reason = 'closed'): Promise<void> {
    closing ??= letEnd(reason)
    return closing
  }

  async function letEnd(reason: string): Promise<void> {
    if (state !== RUNNING) return end(reason)
    await new Promise<unknown>((resolve) => {
      released = resolve
      wait(options.teardownTimeout ?? 1_000, () => resolve(undefined))
      void bridge.request('ui/resource-teardown', { reason }).then(resolve)
    })
    end(reason)
  }

  function end(reason: string, error?: unknown): void {
    if (state === CLOSED) return
    state = CLOSED
    bridge.close()
    for (const stop of timers) stop()
    page.removeEventListener('securitypolicyviolation', onViolation)
    signal?.removeEventListener('abort', onAborted)
    frame.removeEventListener('load', onLoad)
    frame.remove()
    released?.()
    failed(new AppError('silent', 'The app was closed before its view had started'))
    emit({ type: 'closed', reason, ...(error !== undefined && { error }) })
  }
}

/** Permissions as the `allow` of a frame says them. */
function allowOf(permissions: readonly string[]): string {
  return permissions.map((name) => (name === 'clipboardWrite' ? 'clipboard-write' : name)).join('; ')
}

function blocked(origin: string, why: string, own?: string): AppError {
  const hosts = own === undefined ? '' : `, and list ${own} in the hosts of createAppProxy()`
  return new AppError('blocked', `No app proxy at ${origin}. ${why}. Add it to frame-src of this page's policy${hosts}`)
}
