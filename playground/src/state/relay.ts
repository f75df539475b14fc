/** A relay on this machine, for servers that send no CORS headers: the command that starts it, and waiting for it. */
import type { Fetch } from 'mcp-over-fetch'
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson } from '../ui/json.ts'
import { builtInRelay } from './built-in-relay.ts'
import { writeCommand } from './command.ts'
import type { Target } from './target.ts'

export const DEFAULT_PORT = 6278

/** Milliseconds between two checks whether it is there. */
const PAUSE = 700

/** Made up here, so that the page knows the key of the relay that the command will start. */
export const relayKey: string = crypto.randomUUID()

export const relayAddress = (port: number): string => `http://127.0.0.1:${port}/?key=${relayKey}`

export function writeRelayCommand(url: string, port: number, page: string): string {
  return writeCommand('relay', `${quote(url)} --page ${quote(page)} --port ${port} --key ${relayKey}`)
}

/** For the shells of Linux, macOS and Windows. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text)
    ? text
    : `"${text.replace(/["$`\\]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}"`
}

/** How requests to this server travel, for the sign in the top bar; undefined: directly. */
export function describeRelay({ relay }: Target): string | undefined {
  const used = relay || builtInRelay
  if (used === '') return undefined
  const { host } = new URL(used)
  return used === builtInRelay ? `through the mcp-over-fetch process at ${host}` : `through the relay at ${host}`
}

/** The `fetch` of a target with a relay; its code is loaded on first use. */
export async function relayFetch({ relay }: Target): Promise<Fetch | undefined> {
  const address = relay || builtInRelay
  if (address === '') return undefined
  const { relayed } = await import('../../../src/relay/index.ts')
  return relayed(address)
}

/** Resolves when the relay for this server answers; rejects when something else does, or with the reason of the signal. */
export async function waitForRelay(address: string, url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const answer = await ask(`${address}&target=${encodeURIComponent(url)}`, signal)
    if (answer === 'there') return
    if (answer !== 'nobody') throw new Error(answer)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    signal.throwIfAborted()
  }
}

/** A plain GET is refused by the relay itself, and reaches no server. */
async function ask(address: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(address, { signal, credentials: 'omit', cache: 'no-store' })
    if (!response.headers.has('mcp-relay')) return 'Another program uses this port. Choose another one.'
    const body = parseJson(await response.text())
    const error = isObject(body) ? body.error : undefined
    if (error === 'key') return 'A relay with another key uses this port. Stop it, or choose another port.'
    if (error === 'not-allowed') return 'The relay at this port is for another server. Stop it, or choose another port.'
    return 'there'
  } catch {
    signal.throwIfAborted()
    return 'nobody'
  }
}
