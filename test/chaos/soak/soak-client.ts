/** One client of a soak: connects, does random things until its round is over, and closes or stays. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type ConnectOptions, connect } from '../../../src/core/index.ts'
import { oauth } from '../../../src/oauth/index.ts'
import { tasks } from '../../../src/tasks/index.ts'
import type { RandomChoices } from '../../simulation/random-choices.ts'
import type { Ledger } from './ledger.ts'
import { doSomething } from './random-actions.ts'
import type { ServerKind, SoakServer } from './servers.ts'

export interface SoakClientParts {
  name: string
  kind: ServerKind
  /** The server that it uses now; a soak replaces servers between rounds. */
  server(): SoakServer
  ledger: Ledger
  random: RandomChoices
  /** Given to many calls; never aborted. */
  shared: AbortSignal
  /** Milliseconds between two calls, on average. */
  pace: number
}

export interface SoakClient {
  /** Uses the server until `isOver`. A client that stays is open afterwards. */
  runRound(isOver: () => boolean, stays: boolean): Promise<void>
  close(): Promise<void>
}

/** Everything is over soon, so that a soak of a minute sees many ends. */
export const OPTIONS: ConnectOptions = {
  timeout: 500,
  maxTotalTimeout: 1_500,
  connectTimeout: 1_500,
  keepAlive: { interval: 5_000 },
  reconnect: { initialDelay: 10, maxDelay: 60 },
  drain: { maxMs: 30 },
  limits: { messageBytes: 65_536 },
  handlers: { elicit: () => ({ action: 'accept', content: {} }), roots: () => [] },
}

export function createSoakClient(parts: SoakClientParts): SoakClient {
  const { name, kind, server, ledger, random, pace } = parts
  /** The same for the life of the client, so that its caches are those of one `fetch`. */
  const fetch: SoakServer['fetch'] = (input, init) => server().fetch(input, init)
  let client: Client | undefined
  return { runRound, close }

  async function runRound(isOver: () => boolean, stays: boolean): Promise<void> {
    while (!isOver()) {
      client ??= await tryToConnect()
      const calls = stays ? Infinity : random.between(3, 25)
      for (let call = 0; client && call < calls && !isOver(); call++) {
        const actions = [doSomething(parts, client)]
        if (random.chance(0.2)) actions.push(doSomething(parts, client), doSomething(parts, client))
        // A client that is closed with calls in flight is to reject them.
        if (!stays && random.chance(0.02)) await close()
        await Promise.all(actions)
        await wait(random.between(pace / 2, pace * 1.5))
      }
      if (!stays) await close()
      else if (!client) await wait(pace)
    }
  }

  async function tryToConnect(): Promise<Client | undefined> {
    const abort = new AbortController()
    const reason = new Error('connecting was aborted')
    const timer = random.chance(0.05) ? setTimeout(() => abort.abort(reason), random.between(0, 30)) : undefined
    let connected: Client | undefined
    const connecting = async () => {
      const authorized = kind.with === 'oauth' ? await signIn() : fetch
      const options = { ...OPTIONS, ...kind.connect, ...(kind.with === 'tasks' && { extensions: tasks() }) }
      connected = await connect(server().url, { ...options, fetch: authorized, signal: abort.signal })
    }
    await ledger.watch(`${name}: connect`, connecting(), reason)
    clearTimeout(timer)
    return connected
  }

  /** A user who always agrees. */
  async function signIn(): Promise<SoakServer['fetch']> {
    const auth = oauth({ server: server().url, redirectUri: 'https://app.example/callback', fetch })
    await auth.signIn(async (url) => {
      const { headers } = await fetch(url, { redirect: 'manual' })
      return new URL(headers.get('location')!).searchParams
    })
    return auth.fetch as SoakServer['fetch']
  }

  async function close(): Promise<void> {
    const closed = client
    client = undefined
    if (!closed) return
    await ledger.watch(`${name}: close`, random.chance(0.8) ? closed.close() : closed.detach())
  }
}
