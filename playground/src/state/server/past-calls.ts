/** The calls of earlier pages at the same server: loaded when it is connected to, and added to when a call ends. */
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { isMcpError } from 'mcp-over-fetch'
import { toText } from '../../ui/json.ts'
import type { StoredCall } from '../history-store.ts'
import { rememberServers } from '../saved-servers.ts'
import { parseHeaders, type Target } from '../target.ts'
import type { Call, Ended } from './calls.ts'
import type { Session } from './connection.ts'

/** A call as it comes back from storage. */
export type PastCall = Pick<Call, 'target' | 'action' | 'startedAt' | 'isFromModel' | 'ended' | 'lost'>

export interface PastCalls {
  store(call: Call): void
  clear(): void
}

/** Of one server of this tab: its history is loaded once. `restore` gets the newest first. */
export function createPastCalls(
  session: ReadonlySignal<Session | undefined>,
  restore: (calls: readonly PastCall[]) => void,
): PastCalls {
  let loaded: string | undefined
  let url: string | undefined
  effect(() => {
    const target = session.value?.target
    if (target) untracked(() => void load(target))
  })
  return {
    store(call) {
      if (!rememberServers.value) return
      const entry = writeCall(call)
      if (entry) void useStore((store) => store.save(entry))
    },
    clear() {
      const at = url
      if (at !== undefined) void useStore((store) => store.clear(at))
    },
  }

  async function load(target: Target): Promise<void> {
    url = target.url
    if (loaded === url) return
    loaded = url
    const since = Date.now()
    const stored = await useStore((store) => store.load(target.url))
    // Those of this page are there already.
    restore((stored ?? []).filter(({ startedAt }) => startedAt < since).map((entry) => readCall(entry, target)))
  }
}

/** Without storage, as in a private window, the history is that of the page. */
async function useStore<T>(act: (store: typeof import('../history-store.ts')) => Promise<T>): Promise<T | undefined> {
  try {
    return await act(await import('../history-store.ts'))
  } catch {
    return undefined
  }
}

function readCall(
  { action, startedAt, isFromModel, ms, verdict, result, error, schema, lost }: StoredCall,
  target: Target,
): PastCall {
  const outcome =
    verdict.kind === 'canceled'
      ? ('stopped' as const)
      : result !== undefined
        ? { result }
        : { error: error ?? 'Not kept' }
  const ended: Ended = { outcome, ms, verdict, schema }
  return { target, action, startedAt, isFromModel, lost, ended: signal(ended) }
}

/** Larger results are not kept: only what came of them is. */
const MAX_RESULT = 200_000
const SECRET_NAME = /passw|secret|token|api[-_]?key|credential|authorization/i
const MASKED = '[not stored]'

/** Without secrets: the values of headers and tokens wherever they occur, and arguments that are named like one. */
function writeCall({ target, action, startedAt, isFromModel, ended }: Call): StoredCall | undefined {
  const known = ended.peek()
  if (!known) return undefined
  const { outcome, ms, verdict, schema } = known
  const mask = maskOf(target)
  const shared = { server: target.url, startedAt, isFromModel, ms, verdict, schema }
  const kept = mask(JSON.stringify('args' in action ? { ...action, args: withoutSecrets(action.args) } : action))
  const lostSecrets = kept.includes(MASKED) ? ('secrets' as const) : undefined
  const entry = { ...shared, action: JSON.parse(kept) as Call['action'], lost: lostSecrets }
  if (outcome === 'stopped') return entry
  if ('error' in outcome) return { ...entry, error: mask(textOf(outcome.error)) }
  const result = mask(JSON.stringify(outcome.result))
  if (result.length > MAX_RESULT)
    return { ...entry, lost: lostSecrets ?? 'result', error: 'The result was too large to be kept.' }
  return { ...entry, result: JSON.parse(result) as StoredCall['result'] }
}

function textOf(error: unknown): string {
  return isMcpError(error) ? `${error.name} (${error.code}): ${error.message}` : toText(String(error))
}

function withoutSecrets(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, SECRET_NAME.test(name) && value !== '' ? MASKED : value]),
  )
}

/** In a JSON text. Short values would be found everywhere. */
function maskOf({ token, clientSecret, headers }: Target): (json: string) => string {
  const values = [token.trim(), clientSecret, ...Object.values(parseHeaders(headers))]
  const secrets = values
    .flatMap((value) => [value, value.replace(/^\S+\s+/, '')])
    .filter((value) => value.length >= 6)
    .map((value) => JSON.stringify(value).slice(1, -1))
  return (json) => secrets.reduce((text, secret) => text.replaceAll(secret, MASKED), json)
}
