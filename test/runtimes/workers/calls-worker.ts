/** An application on Workers whose Durable Objects run calls for pages. */
import type { ProtocolVersion } from '../../../src/core/index.ts'
import { CallObject } from '../../../src/workers/index.ts'

interface Environment {
  CALLS: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
  VERSION: ProtocolVersion
}

export class Calls extends CallObject<Environment> {
  protected override readonly alarmInterval = 200

  override fetch(request: Request): Promise<Response> {
    // At once, with all that is in flight: eviction would wait for that.
    if (request.url.endsWith('/abort')) (this.state as unknown as { abort(): void }).abort()
    return super.fetch(request)
  }

  connection() {
    const versions = [this.env.VERSION]
    // Servers ask only clients that declare it.
    const handlers = { elicit: () => ({ action: 'cancel' as const }) }
    return { url: 'https://mock.example/mcp', versions, handlers, eraCache: new Map(), cache: false as const }
  }
}

export default {
  fetch(request: Request, { CALLS }: Environment): Promise<Response> {
    const [, name = ''] = new URL(request.url).pathname.split('/')
    const url = request.url.replace(`/${name}`, '')
    return CALLS.getByName(name).fetch(new Request(url, request))
  },
}
