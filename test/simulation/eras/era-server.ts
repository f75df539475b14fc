/** The server of an era run, controlled past the client and the network: what it offers, and what changes on it. */
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import { type EraPlan, type PlannedAct, WATCHED_URI } from './plan.ts'
import { erasOffered, MODERN, type Offer } from './request-era.ts'

export type ChangeSubject = 'tools' | 'resource'

export interface EraServer {
  readonly offer: Offer
  /** All offers, from when on each was made. */
  offers: { at: number; offer: Offer }[]
  /** Changes that the server announced to its subscribers. */
  announcements: { at: number; subject: ChangeSubject }[]
  setOffer(offer: Offer): Promise<void>
  act(act: Exclude<PlannedAct, { partition: string }>): Promise<void>
}

const META_PREFIX = 'io.modelcontextprotocol/'

export function createEraServer({ clock, server, fetch }: VirtualWorld, plan: EraPlan): EraServer {
  const offers: EraServer['offers'] = []
  const announcements: EraServer['announcements'] = []
  let offer = plan.offer
  return {
    get offer() {
      return offer
    },
    offers,
    announcements,
    setOffer,
    async act(act) {
      if ('offer' in act) await setOffer(act.offer)
      else if ('update' in act) await updateResource()
      else if ('announce' in act) await announceTools(act.announce)
      else await server.act(act)
    },
  }

  async function setOffer(next: Offer): Promise<void> {
    offer = next
    offers.push({ at: clock.now(), offer })
    const { versions, overSse } = offer
    await server.configure({ ...plan.server, versions, get: overSse ? 'sse' : 'accept' })
    const refusal = { on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] } as const
    await server.script(...(overSse ? [{ ...refusal, do: [...refusal.do] }] : []))
  }

  async function announceTools(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      announcements.push({ at: clock.now(), subject: 'tools' })
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
    }
  }

  /** A modern server changes the resource by a tool call, for which no session is needed; others only announce it. */
  async function updateResource(): Promise<void> {
    announcements.push({ at: clock.now(), subject: 'resource' })
    const method = 'notifications/resources/updated'
    if (!erasOffered(offer).includes('modern')) return server.act({ notify: { method, params: { uri: WATCHED_URI } } })
    const name = 'test_update_resource'
    const meta = { [`${META_PREFIX}protocolVersion`]: MODERN, [`${META_PREFIX}clientCapabilities`]: {} }
    const params = { name, arguments: { uri: WATCHED_URI }, _meta: meta }
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': MODERN,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'update', method: 'tools/call', params }),
      signal: new AbortController().signal,
      redirect: 'manual',
      credentials: 'omit',
    })
    await response.text()
  }
}
