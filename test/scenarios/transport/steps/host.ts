/** A host: the part of another client that uses a transport, as small as it can be, and in the order of the official one. */
import {
  type FetchTransport,
  type FetchTransportOptions,
  fetchTransport,
  type TransportMessage,
} from '../../../../src/transport/index.ts'
import type { Scenario, World } from '../../scenario.ts'

type Params = Record<string, unknown>

type Send = NonNullable<Parameters<FetchTransport['send']>[1]>

export interface HostOptions {
  /** The revision that it offers. */
  version?: string
  capabilities?: object
  /** Answers requests of the server: a result, or an error to throw. */
  answer?: (method: string, params: Params) => unknown
  /** Called with the id of each request of the server. */
  onRequest?: (id: unknown) => void
}

export interface Host {
  transport: FetchTransport
  /** The result of `initialize`. */
  initialized: Params
  /** Resolves with the result; rejects with the JSON-RPC error, or with what `send()` rejects with. */
  request(method: string, params?: Params, options?: Send): Promise<Params>
  notify(method: string, params?: Params): Promise<void>
  /** Every notification for the host. */
  notifications: { method: string; params: Params }[]
  errors: Error[]
  /** How often `onclose` was called. */
  closed(): number
}

interface Pending {
  resolve(result: Params): void
  reject(reason: unknown): void
}

/** Starts the transport and initializes. */
export async function openHost(transport: FetchTransport, options: HostOptions = {}): Promise<Host> {
  const host = attachHost(transport, options)
  await transport.start()
  const { version: protocolVersion = '2025-11-25', capabilities = {} } = options
  const clientInfo = { name: 'tiny-host', version: '1.0.0' }
  host.initialized = await host.request('initialize', { protocolVersion, capabilities, clientInfo })
  transport.setProtocolVersion(`${host.initialized.protocolVersion}`)
  await host.notify('notifications/initialized')
  return host
}

/** Sets the callbacks of the transport, and sends nothing. */
export function attachHost(transport: FetchTransport, { answer = refuse, onRequest }: HostOptions = {}): Host {
  const pending = new Map<unknown, Pending>()
  let nextId = 0
  let closings = 0
  const host: Host = {
    transport,
    initialized: {},
    notifications: [],
    errors: [],
    closed: () => closings,
    request: (method, params, options) =>
      new Promise((resolve, reject) => {
        const id = nextId++
        pending.set(id, { resolve, reject })
        transport.send({ jsonrpc: '2.0', id, method, ...(params && { params }) }, options).catch(reject)
      }),
    notify: (method, params) => transport.send({ jsonrpc: '2.0', method, ...(params && { params }) }),
  }
  transport.onmessage = (message) => {
    const { id, method, params = {} } = message as TransportMessage & { params?: Params }
    if (method === undefined) settle(message)
    else if (id === undefined) host.notifications.push({ method, params })
    else void respond(id, method, params)
  }
  transport.onerror = (error) => host.errors.push(error)
  transport.onclose = () => {
    closings++
    for (const { reject } of pending.values()) reject(new Error('Connection closed'))
    pending.clear()
  }
  return host

  function settle({ id, result, error }: TransportMessage): void {
    const request = pending.get(id)
    if (!request) throw new Error(`An answer to no request: ${id}`)
    pending.delete(id)
    if (error) request.reject(error)
    else request.resolve(result as Params)
  }

  async function respond(id: TransportMessage['id'], method: string, params: Params): Promise<void> {
    onRequest?.(id)
    const answered = await Promise.resolve()
      .then(() => answer(method, params))
      .then(
        (result) => ({ result: result as object }),
        (error) => ({ error }),
      )
    await transport.send({ jsonrpc: '2.0', id, ...answered })
  }
}

function refuse(): never {
  throw { code: -32_601, message: 'Method not found' }
}

/** A world with a transport to its server. */
export interface TransportWorld extends World {
  /** The newest revision that the server is spoken to in. */
  version: string
  createTransport(options?: FetchTransportOptions): FetchTransport
  /** Opens a host, which is closed when the scenario ends. */
  open(options?: HostOptions & { transport?: FetchTransportOptions }): Promise<Host>
}

type TransportScenario = Omit<Scenario, 'run'> & { run(world: TransportWorld): Promise<void> }

const KINDS = {
  '2026-07-28': { versions: ['2026-07-28'] },
  '2025-11-25': { versions: ['2025-11-25'] },
  'HTTP+SSE': { versions: ['2024-11-05'], transport: 'sse' },
} as const

/** One scenario for each kind of server. */
export function onEveryServer(
  { name, run, ...rest }: TransportScenario,
  kinds: readonly (keyof typeof KINDS)[] = ['2026-07-28', '2025-11-25', 'HTTP+SSE'],
): Scenario[] {
  return kinds.map((kind) => ({ ...rest, name: `${name} (${kind})`, run: (world) => runOn(world, kind, run) }))
}

async function runOn(world: World, kind: keyof typeof KINDS, run: TransportScenario['run']): Promise<void> {
  const hosts: FetchTransport[] = []
  const { url, sseUrl } = world.server
  const options = KINDS[kind]
  const createTransport = (more: FetchTransportOptions = {}) => {
    const transport = fetchTransport('transport' in options ? sseUrl : url, {
      eraCache: new Map(),
      ...options,
      ...more,
    })
    hosts.push(transport)
    return transport
  }
  const open: TransportWorld['open'] = ({ transport, ...more } = {}) => openHost(createTransport(transport), more)
  try {
    await run({ ...world, version: options.versions[0], createTransport, open })
  } finally {
    await Promise.all(hosts.map((transport) => transport.close()))
  }
}
