/** The handshake of the host: what it declares is declared to the server, and the answer comes from our own negotiation. */

import { INVALID_PARAMS } from '../core/error-codes.ts'
import { RpcError } from '../core/errors.ts'
import type { Client, ConnectOptions, ElicitHandler, Handlers, Root } from '../core/index.ts'
import type { Params } from '../types/jsonrpc.ts'
import type { ClientCapabilities, Implementation, InitializeResult } from '../types/lifecycle.ts'
import type { Ask } from './host.ts'
import type { FetchTransportOptions } from './types.ts'

/** The revisions with a handshake, newest first. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** The options of `connect()` for a host with these params of `initialize`. */
export function connectOptions(
  { requests = [], ...options }: FetchTransportOptions,
  { capabilities, clientInfo }: Params,
  ask: Ask,
): ConnectOptions {
  // Many applications also declare `tools` and other capabilities of servers, which are not for the server.
  const { elicitation, sampling, roots, extensions, experimental } = (capabilities ?? {}) as ClientCapabilities
  const elicit: ElicitHandler = (request, { signal, problems }) => {
    if (!problems) return ask('elicitation/create', request, signal) as unknown as ReturnType<ElicitHandler>
    // The user has answered, and the host does not know that the answer does not fit.
    const message = `The answer does not fit the form; expected ${JSON.stringify(problems)}`
    throw new RpcError('elicitation/create', { code: INVALID_PARAMS, message })
  }
  // An empty object means forms, since there was no other mode at first.
  const { form, url } = elicitation ?? {}
  const handlers: Handlers = {
    elicit: elicitation && { form: form || !url ? elicit : undefined, url: url && elicit },
    sample: sampling && {
      create: (request, { signal }) => ask('sampling/createMessage', request, signal) as never,
      tools: !!sampling.tools,
      context: !!sampling.context,
    },
    roots: roots && (async ({ signal }) => (await ask('roots/list', undefined, signal)).roots as Root[]),
  }
  for (const method of requests as readonly `${string}/${string}`[]) {
    handlers[method] = (params, { signal }) => ask(method, params, signal)
  }
  return {
    timeout: 3_600_000,
    ...options,
    clientInfo: clientInfo as Implementation | undefined,
    capabilities: { ...options.capabilities, ...(experimental && { experimental }) },
    extensions: { ...options.extensions, ...extensions },
    handlers,
  }
}

/** The result of `initialize`. `accepted` are the revisions that the host accepts, if it said so. */
export function initializeResult(
  { server: { info, capabilities, instructions } }: Pick<Client, 'server'>,
  offered: unknown,
  accepted?: readonly string[],
): InitializeResult {
  const isAccepted = (version: string) => (accepted ? accepted.includes(version) : version <= `${offered}`)
  return {
    protocolVersion: VERSIONS.find((version) => version === offered) ?? VERSIONS.find(isAccepted) ?? VERSIONS.at(-1)!,
    // A server that sent no capabilities may have any, and hosts do not ask for what is not declared.
    capabilities: capabilities ?? { tools: {}, resources: {}, prompts: {} },
    serverInfo: info ?? { name: 'unknown', version: '0' },
    ...(instructions !== undefined && { instructions }),
  }
}
