/** A gateway in front of the server that rejects unsupported revisions as the specification says. */
import type { Fetch, FetchInit } from '../../../src/core/fetch.ts'
import { erasOffered, MODERN, type Offer } from './request-era.ts'

export function createGateway(serverFetch: Fetch, offer: () => Offer): Fetch {
  return async (url, init) => {
    const eras = erasOffered(offer())
    if (eras[0] === 'http-sse') return serverFetch(url, init)
    const { headers } = init
    const version = headers['mcp-protocol-version']
    const isModern = version === MODERN
    // Sessions of the first revisions have no such header.
    const possible = version ? [version] : ['2025-03-26', '2024-11-05']
    const isGone = headers['mcp-session-id'] && !offer().versions.some((offered) => possible.includes(offered))
    if (isGone) return new Response('no such session', { status: 404 })
    return isModern && !eras.includes('modern') ? reject(init, offer().versions) : serverFetch(url, init)
  }
}

function reject({ body }: FetchInit, supported: readonly string[]): Response {
  const { id } = JSON.parse(body ?? '{}')
  const data = { supported, requested: MODERN }
  const error = { code: -32022, message: 'Unsupported protocol version', data }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 })
}
