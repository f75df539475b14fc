/** Connects a verb to its server, with the headers, the token or the saved login. */
import type { Client, ConnectOptions, Handlers, ProtocolVersion, WireEvent } from 'mcp-over-fetch'
import { UsageError } from '../command/errors.ts'
import { didYouMean } from '../command/nearest.ts'
import { type Invocation, textOf } from '../command/verb.ts'
import { hasLogin } from './login-file.ts'
import { readHeaders } from './options.ts'
import { parseServerUrl } from './server-url.ts'

export interface ConnectionExtras {
  handlers?: Handlers
  onEvent?: (event: WireEvent) => void
}

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const TRANSPORTS = ['auto', 'streamable-http', 'sse'] as const

/** Runs with a client, which is closed in any case. */
export async function withClient<T>(
  invocation: Invocation,
  run: (client: Client) => Promise<T>,
  { handlers, onEvent }: ConnectionExtras = {},
): Promise<T> {
  const { values, positionals, output, signal, env } = invocation
  const server = parseServerUrl(positionals[0])
  const options = { ...readConnectOptions(invocation), headers: await readHeaders(values, output) }
  server.searchParams.forEach(output.hideNamed)
  const isVerbose = values.verbose === true
  const { connect } = await import('mcp-over-fetch')
  const isSignedIn = options.headers.authorization === undefined && (await hasLogin(server, env))
  // Below the login, so that it knows which tokens to hide.
  const wire = isVerbose ? (await import('../calls/wire-log.ts')).createWireLog(output) : undefined
  const auth = isSignedIn
    ? await (await import('./authorization.ts')).createAuth(server, env, wire ? { fetch: wire } : {})
    : undefined
  const client = await connect(server, {
    ...options,
    clientInfo: { name: 'mcp-over-fetch', version: '0.1.0' },
    ...(wire && { fetch: wire }),
    ...(auth && { fetch: auth.fetch, extensions: auth.extensions as Record<string, object> }),
    ...(handlers && { handlers }),
    ...(onEvent && { onEvent }),
    keepAlive: false,
    signal,
  })
  try {
    return await run(client)
  } finally {
    await client.close().catch(() => {})
  }
}

function readConnectOptions({ values }: Invocation): Pick<ConnectOptions, 'versions' | 'transport' | 'timeout'> {
  const [version, transport, timeout] = ['protocol', 'transport', 'timeout'].map((name) => textOf(values, name))
  if (version !== undefined && !VERSIONS.some((known) => known === version))
    throw new UsageError(`--protocol: expected one of ${VERSIONS.join(', ')}`)
  if (transport !== undefined && !TRANSPORTS.some((known) => known === transport))
    throw new UsageError(`--transport: expected auto, streamable-http or sse${didYouMean(transport, TRANSPORTS)}`)
  const seconds = Number(timeout)
  if (timeout !== undefined && !(seconds > 0)) throw new UsageError('--timeout: expected a number of seconds above 0')
  return {
    ...(version !== undefined && { versions: [version as ProtocolVersion] }),
    ...(transport !== undefined && { transport: transport as (typeof TRANSPORTS)[number] }),
    ...(timeout !== undefined && { timeout: seconds * 1_000, connectTimeout: Math.min(seconds * 1_000, 30_000) }),
  }
}
