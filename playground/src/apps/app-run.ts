/** One view of a tool, from its mount to its end: what it said, asked for and was told. */
import { type Signal, signal } from '@preact/signals'
import type { CallToolResult, Client, Tool } from 'mcp-over-fetch'
import { type App, AppError, type AppEvent, type HostContext, mountApp } from '../../../src/apps/index.ts'
import { findProxy } from './find-proxy.ts'

export interface AppMount {
  client: Client
  tool: Tool
  args: Record<string, unknown>
  result: CallToolResult
}

/** The view asks the person. */
export interface AppQuestion {
  text: string
  answer(accepted: boolean): void
}

export interface LoggedEvent {
  id: number
  event: AppEvent
}

export type AppState =
  | { status: 'starting' | 'closed' }
  | { status: 'shown'; app: App }
  | { status: 'failed'; why: string }

export interface AppRun {
  state: Signal<AppState>
  /** The newest ones, oldest first. */
  events: Signal<readonly LoggedEvent[]>
  questions: Signal<readonly AppQuestion[]>
  /** What the view would have added to a conversation. */
  added: Signal<readonly string[]>
  fullscreen: Signal<boolean>
  stop(): void
}

const MAX_EVENTS = 300
const MAX_ADDED = 20

/** How long a view may take here: a person waits. */
const TIMEOUT_MS = 10_000

export function runApp(container: HTMLElement, mount: AppMount, hostContext: HostContext): AppRun {
  const leaving = new AbortController()
  let lastId = 0
  const run: AppRun = {
    state: signal<AppState>({ status: 'starting' }),
    events: signal<readonly LoggedEvent[]>([]),
    questions: signal<readonly AppQuestion[]>([]),
    added: signal<readonly string[]>([]),
    fullscreen: signal(false),
    stop: () => leaving.abort(),
  }
  void show()
  return run

  async function show(): Promise<void> {
    const proxy = await findProxy()
    if (leaving.signal.aborted) return
    if (!proxy) {
      run.state.value = {
        status: 'failed',
        why: 'This page has no proxy page on another origin, which views need. Run the inspector on your machine to see it.',
      }
      return
    }
    try {
      const app = await mountWith(({ hash }) => proxy.replace('{hash}', hash)).catch((error) => {
        // Not every browser knows x.localhost. On the origin that all servers share, the view has no origin.
        if (error instanceof AppError && error.reason === 'blocked') return mountWith(proxy.replace('{hash}.', ''))
        throw error
      })
      if (run.state.value.status === 'starting') run.state.value = { status: 'shown', app }
    } catch (error) {
      if (!leaving.signal.aborted) run.state.value = { status: 'failed', why: (error as Error).message }
    }
  }

  function mountWith(proxy: Parameters<typeof mountApp>[1]['proxy']): Promise<App> {
    return mountApp(container, {
      ...mount,
      proxy,
      hostContext,
      hostInfo: { name: 'MCP inspector', version: '1.0.0' },
      signal: leaving.signal,
      timeout: TIMEOUT_MS,
      modalities: ['text', 'image', 'audio', 'resource', 'resourceLink', 'structuredContent'],
      onEvent,
      onOpenLink: (url) => ask(`The view wants to open ${url.href}`, () => window.open(url, '_blank', 'noopener')),
      onMessage: ({ content }) =>
        ask(`The view wants to say: ${JSON.stringify(content)}`, () => add('Message', content)),
      onModelContext: (context) => add('For the model', context),
      onDisplayMode(mode) {
        run.fullscreen.value = mode === 'fullscreen'
        return mode
      },
      onLog: () => {},
      onCloseRequest: () => run.stop(),
    })
  }

  function onEvent(event: AppEvent): void {
    // Advice about this page's own policy says nothing about the view.
    if (event.type === 'warning' && !event.error) return
    run.events.value = [...run.events.value, { id: ++lastId, event }].slice(-MAX_EVENTS)
    if (event.type !== 'closed') return
    for (const question of run.questions.value) question.answer(false)
    run.fullscreen.value = false
    // A view that never started is told by its error.
    if (run.state.value.status !== 'shown') return
    run.state.value = event.error ? { status: 'failed', why: (event.error as Error).message } : { status: 'closed' }
  }

  function add(what: string, value: unknown): void {
    run.added.value = [...run.added.value, `${what}: ${JSON.stringify(value)}`].slice(-MAX_ADDED)
  }

  function ask(text: string, act: () => unknown): Promise<boolean> {
    return new Promise((resolve) => {
      const question: AppQuestion = {
        text,
        answer(accepted) {
          run.questions.value = run.questions.value.filter((other) => other !== question)
          if (accepted) act()
          resolve(accepted)
        },
      }
      run.questions.value = [...run.questions.value, question]
    })
  }
}
