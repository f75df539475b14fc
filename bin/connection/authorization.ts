/** The `fetch` with the saved login of a server, and signing in by a listener on 127.0.0.1. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetch } from 'mcp-over-fetch'
import type { OAuth } from 'mcp-over-fetch/oauth'
import { createLoginStore } from './login-file.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface LoginOptions {
  scope?: string | undefined
  client?: { issuer: string; id: string; secret?: string | undefined } | undefined
  /** Sends all requests. @default the global `fetch` */
  fetch?: Fetch | undefined
}

export async function createAuth(server: URL, env: Env, { scope, client, fetch }: LoginOptions = {}): Promise<OAuth> {
  const { oauth } = await import('mcp-over-fetch/oauth')
  return oauth({
    server,
    store: createLoginStore(server, env),
    clientMetadata: { client_name: 'mcp-over-fetch' },
    ...(scope !== undefined && { scope }),
    ...(client && { client }),
    ...(fetch && { fetch }),
  })
}

export async function signIn(auth: OAuth, show: (url: URL) => unknown, signal: AbortSignal): Promise<void> {
  const { loopback, toNodeHandler } = await import('mcp-over-fetch/oauth/loopback')
  const driver = loopback({
    open: show,
    async listen(answer) {
      const listener = createServer(toNodeHandler(async (request) => answer(request)))
      await new Promise<void>((resolve, reject) => {
        listener.once('error', reject)
        listener.listen(0, '127.0.0.1', resolve)
      })
      const { port } = listener.address() as AddressInfo
      return { port, close: () => listener.close() }
    },
  })
  await auth.signIn(driver, { signal })
}
