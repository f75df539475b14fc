/** Standing answers to requests from a server, which this browser remembers for each server: its roots, and sampling rules. */
import { effect, type ReadonlySignal } from '@preact/signals'
import type { Root } from 'mcp-over-fetch'
import { isObject } from '../../../../src/core/util/is-object.ts'
import { isMockUrl } from '../mock-url.ts'
import { answersKey, rememberServers } from '../saved-servers.ts'
import { readStored, writeStored } from '../storage.ts'
import type { Session } from './connection.ts'
import type { Questions } from './questions.ts'

/** Servers that are not remembered keep them as long as the browser tab is open. */
const kindOf = (url: string) => (rememberServers.peek() && !isMockUrl(url) ? 'local' : 'tab')

/** Before connecting, since servers may ask at once. What was entered in this tab stays. */
export function loadAnswers(url: string, { roots, samplingRules }: Questions): void {
  const stored = readStored(kindOf(url), answersKey(url))
  if (!isObject(stored)) return
  if (Array.isArray(stored.roots)) roots.value ??= stored.roots.filter(isRoot)
  if (typeof stored.samplingRules === 'string') samplingRules.value ||= stored.samplingRules
}

export function storeAnswers(session: ReadonlySignal<Session | undefined>, { roots, samplingRules }: Questions): void {
  effect(() => {
    const url = session.value?.target.url
    if (url === undefined) return
    const hasAny = roots.value !== undefined || samplingRules.value !== ''
    writeStored(
      kindOf(url),
      answersKey(url),
      hasAny ? { roots: roots.value, samplingRules: samplingRules.value } : undefined,
    )
  })
}

const isRoot = (value: unknown): value is Root => isObject(value) && typeof value.uri === 'string'
