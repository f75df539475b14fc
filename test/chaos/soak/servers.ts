/** The servers of a soak: one kind for each era, transport and way to answer. Their tools write into the ledger. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import {
  authorizationServer,
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type ToolContext,
} from '../../../src/testing/index.ts'
import type { Ledger } from './ledger.ts'
import { createTaskServer } from './task-server.ts'

export type SoakServer = Pick<
  MockServer,
  'url' | 'fetch' | 'journal' | 'fault' | 'restart' | 'closeStreams' | 'notify' | 'expireTokens' | 'close'
>

export interface ServerKind {
  name: string
  options: Omit<MockServerOptions, 'tools' | 'auth'>
  /** Beside those of all clients. */
  connect?: ConnectOptions
  with?: 'oauth' | 'tasks'
}

/** What the tools of a soak are called with. */
export interface WorkArguments {
  /** The entry of the call in the ledger. */
  key: string
  /** Milliseconds. */
  wait: number
  /** How many progress notifications. */
  progress: number
  fails: 'no' | 'result' | 'error'
}

const STATELESS = ['2026-07-28']

export const KINDS: readonly ServerKind[] = [
  { name: 'stateless sse', options: { versions: STATELESS } },
  { name: 'stateless json', options: { versions: STATELESS, transport: 'json' } },
  { name: 'stateless tasks', options: { versions: STATELESS }, with: 'tasks' },
  { name: 'stateless oauth', options: { versions: STATELESS }, with: 'oauth' },
  { name: 'all revisions', options: {} },
  { name: '2025-11-25 resumable', options: { versions: ['2025-11-25'] } },
  { name: '2025-11-25 not resumable', options: { versions: ['2025-11-25'], resumable: false } },
  { name: '2025-11-25 json', options: { versions: ['2025-11-25'], transport: 'json' } },
  { name: '2025-11-25 tasks', options: { versions: ['2025-11-25'] }, with: 'tasks' },
  { name: '2025-11-25 oauth', options: { versions: ['2025-11-25'] }, with: 'oauth' },
  { name: '2025-06-18 short sessions', options: { versions: ['2025-06-18'], sessions: { idle: 120 } } },
  { name: '2025-06-18 no sessions', options: { versions: ['2025-06-18'], sessions: false, transport: 'json' } },
  { name: '2025-03-26', options: { versions: ['2025-03-26'] } },
  { name: '2024-11-05 streamable', options: { versions: ['2024-11-05'] } },
  { name: '2024-11-05 http+sse', options: { transport: 'http+sse' }, connect: { transport: 'auto' } },
]

/** Long enough that answers which are kept show in the memory. */
const PADDING = 'x'.repeat(8_000)

export async function work(ledger: Ledger, args: WorkArguments, context: Pick<ToolContext, 'wait' | 'progress'>) {
  ledger.execute(args.key)
  for (let step = 1; step <= args.progress; step++) {
    await context.wait(args.wait / args.progress)
    await context.progress(step, args.progress)
  }
  if (args.progress === 0 && args.wait > 0) await context.wait(args.wait)
  if (args.fails === 'error') throw Object.assign(new Error('asked to fail'), { code: -32_099 })
  const content = [{ type: 'text' as const, text: `${args.key} ${PADDING}` }]
  return { content, ...(args.fails === 'result' && { isError: true }) }
}

export function createSoakServer({ options, with: also }: ServerKind, ledger: Ledger, origin: string): SoakServer {
  const run = (args: object, context: ToolContext) => work(ledger, args as WorkArguments, context)
  if (also === 'tasks') return createTaskServer(options, ledger, origin)
  return createMockServer({
    ...options,
    origin,
    ...(also === 'oauth' && { auth: authorizationServer() }),
    tools: {
      work: { run },
      again: { run, annotations: { idempotentHint: true, readOnlyHint: true } },
      ask: {
        async run(args, context) {
          // In 2026-07-28 the question ends this run of the tool, and the answer begins another one.
          if (context.version === STATELESS[0]) {
            await context.elicit('Go on?')
            return run(args, context)
          }
          // Elsewhere the tool runs once, also where there is nobody to ask or the question is never answered.
          const result = await run(args, context)
          await context.elicit('Go on?').catch(() => {})
          return result
        },
      },
    },
    resources: { 'soak://text': 'a text' },
    prompts: { hello: 'Hello' },
  })
}
