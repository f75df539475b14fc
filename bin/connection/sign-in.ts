/** Signs in at a terminal: shows the address, and opens it in the browser. */
import type { OAuth } from 'mcp-over-fetch/oauth'
import type { Output } from '../command/output.ts'
import { signIn } from './authorization.ts'
import { openBrowser } from './open-browser.ts'

interface Terminal {
  output: Output
  env: Readonly<Record<string, string | undefined>>
  signal: AbortSignal
  /** @default true */
  opens?: boolean
}

export async function signInAtTerminal(auth: OAuth, { output, env, signal, opens = true }: Terminal) {
  const show = async (url: URL) => {
    const isOpen = opens && (await openBrowser(url.href, env))
    output.note(isOpen ? 'Continue in your browser, or open this address:' : 'Open this address in your browser:')
    output.note(url.href)
  }
  await signIn(auth, show, signal)
  const { status } = auth
  if (status.status !== 'authorized') throw new Error(`the sign-in ended with the status ${status.status}`)
  return status
}
