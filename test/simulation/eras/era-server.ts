/** The server of a run and who directs it: what it speaks, and what changes, past the client and the network. */
import type { VirtualWorld } from '../../virtual-time/virtual-world.ts'
import { type EraPlan, type Offer, type PlannedAct, WATCHED } from './plan.ts'
import { erasOf, MODERN } from './request-era.ts'

export interface Stage {
  readonly offer: Offer
  /** What the server spoke from when on. */
  offers: { at: number; offer: Offer }[]
  /** What was announced to whom it may concern, and when. */
  news: { at: number; what: 'tools' | 'resource' }[]
  speak(offer: Offer): Promise<void>
  act(act: Exclude<PlannedAct, { partition: string }>): Promise<void>
}

const KEY = 'io.modelcontextprotocol/'

export function createStage({ clock, server, fetch }: VirtualWorld, plan: EraPlan): Stage {
  const offers: Stage['offers'] = []
  const news: Stage['news'] = []
  let offer = plan.offer
  return {
    get offer() {
      return offer
    },
    offers,
    news,
    speak,
    async act(act) {
      if ('offer' in act) await speak(act.offer)
      else if ('update' in act) await update()
      else if ('announce' in act) await announce(act.announce)
      else await server.act(act)
    },
  }

  async function speak(next: Offer): Promise<void> {
    offer = next
    offers.push({ at: clock.now(), offer })
    const { versions, overSse } = offer
    await server.configure({ ...plan.server, versions, get: overSse ? 'sse' : 'accept' })
    const refusal = { on: { http: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] } as const
    await server.script(...(overSse ? [{ ...refusal, do: [...refusal.do] }] : []))
  }

  async function announce(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      news.push({ at: clock.now(), what: 'tools' })
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
    }
  }

  /** Only a server without sessions lets anybody change something in passing. */
  async function update(): Promise<void> {
    news.push({ at: clock.now(), what: 'resource' })
    const method = 'notifications/resources/updated'
    if (!erasOf(offer).includes('modern')) return server.act({ notify: { method, params: { uri: WATCHED } } })
    const name = 'test_update_resource'
    const meta = { [`${KEY}protocolVersion`]: MODERN, [`${KEY}clientCapabilities`]: {} }
    const params = { name, arguments: { uri: WATCHED }, _meta: meta }
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': MODERN,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'stage', method: 'tools/call', params }),
      signal: new AbortController().signal,
      redirect: 'manual',
      credentials: 'omit',
    })
    await response.text()
  }
}
