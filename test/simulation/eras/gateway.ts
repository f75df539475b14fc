/** Stands in front of the server and refuses by name what the server does not speak, as an honest one does. */
import type { Fetch, FetchInit } from '../../../src/core/options.ts'
import type { Offer } from './plan.ts'
import { erasOf, MODERN } from './request-era.ts'

export function createGateway(reach: Fetch, offer: () => Offer): Fetch {
  return async (url, init) => {
    const eras = erasOf(offer())
    if (eras[0] === 'http-sse') return reach(url, init)
    const { headers } = init
    const version = headers['mcp-protocol-version'] ?? ''
    const isModern = version === MODERN
    const isGone = headers['mcp-session-id'] && !offer().versions.includes(version)
    if (isGone) return new Response('no such session', { status: 404 })
    return isModern && !eras.includes('modern') ? refuse(init, offer().versions) : reach(url, init)
  }
}

function refuse({ body }: FetchInit, supported: readonly string[]): Response {
  const { id } = JSON.parse(body ?? '{}')
  const data = { supported, requested: MODERN }
  const error = { code: -32022, message: 'Unsupported protocol version', data }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 })
}
