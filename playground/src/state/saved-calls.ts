/** Arguments that the person saved under a name, by server and tool or prompt. */
import { signal } from '@preact/signals'
import { isObject } from '../../../src/core/util/is-object.ts'
import { readStored, writeStored } from './storage.ts'

export interface SavedCall {
  server: string
  kind: 'tool' | 'prompt'
  /** Of the tool or prompt. */
  of: string
  /** Given by the person. */
  name: string
  args: Record<string, unknown>
}

const CALLS_KEY = 'saved calls'
const MAX_CALLS = 200

const savedCalls = signal<readonly SavedCall[]>(readCalls())

type Place = Pick<SavedCall, 'server' | 'kind' | 'of'>

const isAt = (call: SavedCall, { server, kind, of }: Place) =>
  call.server === server && call.kind === kind && call.of === of

export function savedCallsAt(place: Place): SavedCall[] {
  return savedCalls.value.filter((call) => isAt(call, place))
}

/** Replaces the one of the same name. */
export function saveCall(call: SavedCall): void {
  setCalls([...savedCalls.value.filter((other) => !isAt(other, call) || other.name !== call.name), call])
}

export function deleteCall(call: SavedCall): void {
  setCalls(savedCalls.value.filter((other) => other !== call))
}

function setCalls(calls: readonly SavedCall[]): void {
  savedCalls.value = calls.slice(-MAX_CALLS)
  writeStored('local', CALLS_KEY, savedCalls.value.length > 0 ? savedCalls.value : undefined)
}

function readCalls(): SavedCall[] {
  const stored = readStored('local', CALLS_KEY)
  return (Array.isArray(stored) ? stored : []).slice(-MAX_CALLS).flatMap((entry: unknown) => {
    if (!isObject(entry) || !isObject(entry.args)) return []
    const { server, kind, of, name, args } = entry
    if (typeof server !== 'string' || typeof of !== 'string' || typeof name !== 'string') return []
    return kind === 'tool' || kind === 'prompt' ? [{ server, kind, of, name, args }] : []
  })
}
