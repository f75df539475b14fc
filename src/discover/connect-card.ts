/** Connects to the server of a card, which is believed in nothing that the connection shows by itself. */
import {
  type Client,
  type ConnectOptions,
  connect,
  type EraCache,
  type Fetch,
  type KnownServer,
} from '../core/index.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { globalFetch } from '../core/util/global-fetch.ts'
import { readHeaders } from '../core/util/read-headers.ts'
import { reportInPage } from '../core/util/report-in-page.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { createSecrets, type Secrets } from '../core/util/secrets.ts'
import { sharedCaches } from '../core/util/shared-caches.ts'
import type { CardRemote, FoundCard, ServerCard } from './card.ts'
import { checkCard } from './check-card.ts'
import { checkUrl } from './check-url.ts'
import { DiscoverError } from './errors.ts'
import { type CardVariables, fillRemote } from './fill-remote.ts'

/** The options of `connectCard()`: those of `connect()`, and what the card asks for. */
export interface ConnectCardOptions extends ConnectOptions {
  /** The remote of the card to connect to. @default the first one of Streamable HTTP, else the first one */
  remote?: CardRemote | undefined
  /** Values for the variables of the card. Pass only what is meant for this server. */
  variables?: CardVariables | undefined
  /**
   * Whether to connect to this URL, on another origin than the one the card was read from. Show its host to the user first.
   * Also whether HTTP+SSE messages may be posted to this URL on another origin. @default never
   */
  allowUrl?: ((url: URL) => boolean) | undefined
}

/**
 * Connects to a remote of a card. What the server says wins over the card; each contradiction is an event of `onEvent`.
 *
 * @example
 * const card = await readCard('https://tools.example.com/mcp/server-card')
 * const client = await connectCard(card)
 */
export async function connectCard(
  card: ServerCard | FoundCard,
  { remote = chooseRemote(card), variables = {}, ...options }: ConnectCardOptions = {},
): Promise<Client> {
  const { headers: given, fetch: ownFetch, versions, onEvent, allowUrl } = options
  if (!remote) throw new DiscoverError(`connectCard: ${card.name} names no remote`, { reason: 'no-remote' })
  const secrets = createSecrets()
  const own = typeof given === 'function' ? undefined : readHeaders(given)
  const filled = fillRemote(remote, variables, secrets, own ?? {}, !own || ownFetch !== undefined)
  const url = checkUrl(filled.url, `connectCard: the server of ${card.name}`, (card as FoundCard).source, allowUrl)
  const known = knownServer(remote)
  const isSecretUrl = secrets.redact(url.href) !== url.href
  try {
    const client = await connect(url, {
      ...options,
      headers: own ? merge(own) : async (reason) => merge(readHeaders(await (given as HeadersFunction)(reason))),
      ...(isSecretUrl && { fetch: withRedact(ownFetch ?? globalFetch, secrets) }),
      ...(known && { eraCache: { get: async (key) => (await eras()?.get(key)) ?? known, set } }),
    })
    let reported: readonly string[] = []
    report()
    client.subscribe(report)
    return client

    function report(): void {
      const named = remote!.supportedProtocolVersions?.filter((version) => versions?.includes(version as never) ?? true)
      const found = checkCard(card, client, { ...remote!, ...(named && { supportedProtocolVersions: named }) })
      const texts = found.map((contradiction) => JSON.stringify(contradiction))
      for (const text of texts) {
        if (reported.includes(text)) continue
        const contradiction = JSON.parse(secrets.redact(text))
        const timestamp = systemEnvironment.now()
        runSafely(
          () => onEvent?.({ type: 'contradiction', ...contradiction, timestamp, call: undefined }),
          reportInPage,
        )
      }
      reported = texts
    }
  } catch (error) {
    if (isSecretUrl) hideIn(error as Error, secrets)
    throw error
  }

  function merge(headers: Record<string, string>): Record<string, string> {
    const merged = { ...filled.headers, ...headers }
    for (const name in merged) secrets.addNamed(merged[name]!, name)
    return merged
  }

  /** Looked up late: the first connection makes the one that all share. */
  function eras(): EraCache | undefined {
    return options.eraCache ?? sharedCaches.get(ownFetch ?? globalFetch)?.eras
  }

  function set(key: string, server: KnownServer): unknown {
    return eras()?.set(key, server)
  }
}

type HeadersFunction = Extract<NonNullable<ConnectOptions['headers']>, (...args: never[]) => unknown>

function chooseRemote({ remotes = [] }: ServerCard): CardRemote | undefined {
  return remotes.find(({ type }) => type === 'streamable-http') ?? remotes[0]
}

/** A server of the handshake revisions alone, and one of HTTP+SSE, need no probe. If the claim is wrong, it is asked after all. */
function knownServer({ type: transport, supportedProtocolVersions: named = [] }: CardRemote): KnownServer | undefined {
  const isLegacy = named[0] ? named.every((version) => /^202[45]-/.test(version)) : transport === 'sse'
  if (!isLegacy) return undefined
  return { era: 'legacy', transport, protocolVersion: named[0] ?? '', checkedAt: systemEnvironment.now() }
}

/** Events show the paths of URLs. */
function withRedact(inner: Fetch, secrets: Secrets): Fetch {
  const wrapped: Fetch = (url, init) => inner(url, init)
  if (inner.cachePartition) wrapped.cachePartition = () => inner.cachePartition!()
  wrapped.redact = (text) => secrets.redact(inner.redact?.(text) ?? text)
  return wrapped
}

function hideIn(error: Error, secrets: Secrets): void {
  for (const key of ['message', 'stack'] as const) error[key] = secrets.redact(`${error[key]}`)
}
