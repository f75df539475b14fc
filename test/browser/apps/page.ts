/** The host page of the tests: it shows views and keeps what they do. */
import { type App, type AppEvent, type AppOptions, appsExtension, mountApp } from '../../../src/apps/index.ts'
import { connect } from '../../../src/core/index.ts'

export interface MountRequest {
  server: string
  tool: string
  /** `{hash}` stands for that of the server. Without it, one address serves all. */
  proxy: string
  options?: Partial<AppOptions>
  /** Calls the tool with these arguments. */
  call?: object
}

export interface Mounted {
  /** The number of the app on this page, also if it could not be shown. */
  app: number
  /** The reason of an AppError, or another message. */
  error?: string
  message?: string
}

export interface AppsPage {
  mount(request: MountRequest): Promise<Mounted>
  /** What the view logged, by the name of the logger. */
  logs(app: number): { logger: string; data: unknown }[]
  events(app: number): AppEvent[]
  /** What the application was asked to do: the name of the callback, and its argument. */
  asked(app: number): { name: string; value: unknown }[]
  closed(app: number): string | undefined
  call<Name extends 'update' | 'partial' | 'input' | 'result' | 'cancel' | 'close'>(
    app: number,
    name: Name,
    value: never,
  ): unknown
  size(app: number): { width: string; height: string }
  frames(): number
  /** Shows and closes an app this many times, and says what is left. */
  repeat(count: number, request: MountRequest): Promise<Record<'shown' | 'frames' | 'listeners' | 'timers', number>>
}

interface Entry {
  app?: App
  logs: { logger: string; data: unknown }[]
  events: AppEvent[]
  asked: { name: string; value: unknown }[]
}

const entries: Entry[] = []
const clients = new Map<string, ReturnType<typeof connect>>()

const page: AppsPage = {
  async mount({ server, tool: name, proxy, options = {}, call }) {
    const entry: Entry = { logs: [], events: [], asked: [] }
    const index = entries.push(entry) - 1
    const ask = (asked: string) => (value: unknown) => {
      entry.asked.push({ name: asked, value: JSON.parse(JSON.stringify(value)) })
      return undefined as never
    }
    try {
      const connecting = clients.get(server) ?? connect(server, { extensions: appsExtension, eraCache: new Map() })
      clients.set(server, connecting)
      const client = await connecting
      const tool = (await client.listTools()).find((tool) => tool.name === name)!
      const container = document.body.appendChild(document.createElement('div'))
      const app = await mountApp(container, {
        client,
        tool,
        ...(call && { args: call, result: client.callTool(name, call) }),
        proxy: proxy.includes('{hash}') ? ({ hash }) => proxy.replace('{hash}', hash) : proxy,
        onLog: ({ logger = '', data }) => void entry.logs.push({ logger, data }),
        onEvent: (event) => void entry.events.push(event),
        onMessage(message) {
          ask('onMessage')(message)
          return !JSON.stringify(message).includes('refuse me')
        },
        onModelContext: ask('onModelContext'),
        onOpenLink: ask('onOpenLink'),
        onDownload: ask('onDownload'),
        onDisplayMode: async (mode) => mode,
        onCloseRequest: () => void ask('onCloseRequest')(0),
        ...options,
      })
      entry.app = app
      return { app: index }
    } catch (error) {
      const { reason, code, message } = error as { reason?: string; code?: string; message: string }
      return { app: index, error: reason ?? code ?? 'unknown', message }
    }
  },
  logs: (app) => entries[app]!.logs,
  events: (app) => JSON.parse(JSON.stringify(entries[app]!.events)),
  asked: (app) => entries[app]!.asked,
  closed: (app) => entries[app]!.events.flatMap((event) => (event.type === 'closed' ? [event.reason] : []))[0],
  call: (app, name, value) =>
    (entries[app]!.app as unknown as Record<string, (value: unknown) => unknown>)[name]!(value),
  size: (app) => {
    const { width, height } = entries[app]!.app!.frame.style
    return { width, height }
  },
  async repeat(count, request) {
    const { listeners, timers } = countGlobals()
    const before = { listeners: listeners(), timers: timers() }
    let shown = 0
    for (let index = 0; index < count; index++) {
      const { app, error } = await page.mount(request)
      if (error !== undefined) break
      shown++
      await entries[app]!.app!.close()
    }
    return {
      shown,
      frames: page.frames(),
      listeners: listeners() - before.listeners,
      timers: timers() - before.timers,
    }
  },
  frames: () => document.querySelectorAll('iframe').length,
}

/** Counts listeners of the page and timers from now on. */
function countGlobals(): { listeners(): number; timers(): number } {
  let listeners = 0
  const timers = new Set<unknown>()
  for (const target of [window, document] as EventTarget[]) {
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
    target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
      listeners++
      add.apply(target, args)
    }
    target.removeEventListener = (...args: Parameters<EventTarget['removeEventListener']>) => {
      listeners--
      remove.apply(target, args)
    }
  }
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  Object.assign(window, {
    setTimeout(run: () => void, milliseconds: number) {
      const timer = set(() => {
        timers.delete(timer)
        run()
      }, milliseconds)
      timers.add(timer)
      return timer
    },
    clearTimeout(timer: number) {
      timers.delete(timer)
      clear(timer)
    },
  })
  return { listeners: () => listeners, timers: () => timers.size }
}

Object.assign(globalThis, { appsPage: page })
