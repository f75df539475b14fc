/** The page of the tests in browsers: it tries servers directly and through a relay. */
import { connect } from '../../../src/core/index.ts'
import { oauth } from '../../../src/oauth/index.ts'
import { relayed } from '../../../src/relay/index.ts'

export interface Examined {
  /** What the browser makes of a connection without a relay. */
  direct: string
  transport: string
  era: string
  echo: unknown
  /** The reports that came until the page aborted the call, which was long before its end. */
  progress: number[]
  /** `seen`, or `answered` if the reports came only with the answer. */
  outcome: string
}

export interface RelayPage {
  examine(server: string, relay: string): Promise<Examined>
  /** Aborts a call that has begun. */
  abort(server: string, relay: string): Promise<string>
  /** The message of the error without a relay at this address. */
  failure(server: string, relay: string): Promise<string>
  /** The address where the person signs in. */
  signIn(server: string, relay: string): Promise<string>
  /** Ends the sign-in and calls a tool. */
  finish(callback: string): Promise<unknown>
}

let auth: ReturnType<typeof oauth>
let protectedServer: string

const page: RelayPage = {
  async examine(server, relay) {
    const direct = await connect(server, { eraCache: new Map() }).then(
      () => 'connected',
      (error: Error) => error.message,
    )
    const client = await connect(server, { fetch: relayed(relay), eraCache: new Map() })
    const { content } = await client.callTool('echo', { text: 'hello' })
    const progress: number[] = []
    const stop = new AbortController()
    const onProgress = (report: { progress: number }) => {
      if (progress.push(report.progress) === 4) stop.abort('seen')
    }
    const counting = client.callTool('count', { to: 200, every: 40 }, { onProgress, signal: stop.signal })
    const outcome = await counting.then(() => 'answered', String)
    const { transport, era } = client.connection
    await client.close()
    return { direct, transport, era, echo: content[0], progress, outcome }
  },
  async abort(server, relay) {
    const client = await connect(server, { fetch: relayed(relay), eraCache: new Map() })
    const stop = new AbortController()
    const onProgress = () => stop.abort('enough')
    const outcome = await client
      .callTool('count', { to: 1_000, every: 20 }, { signal: stop.signal, onProgress })
      .then(() => 'answered', String)
    await client.close()
    return outcome
  },
  failure: (server, relay) =>
    connect(server, { fetch: relayed(relay), eraCache: new Map() }).then(
      () => 'connected',
      (error: Error) => error.message,
    ),
  async signIn(server, relay) {
    protectedServer = server
    auth = oauth({ server, redirectUri: `${location.origin}/callback`, fetch: relayed(relay) })
    let opened = ''
    await auth.signIn(async (url) => {
      opened = url.href
      return undefined
    })
    return opened
  },
  async finish(callback) {
    await auth.handleCallback(callback)
    const client = await connect(protectedServer, { fetch: auth.fetch, eraCache: new Map() })
    const { content } = await client.callTool('echo', { text: 'signed in' })
    await client.close()
    await auth.signOut({ revoke: true })
    return content[0]
  },
}

Object.assign(globalThis, { relayPage: page })
