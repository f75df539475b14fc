/** The mock server on Cloudflare: in one Durable Object, since a session needs the same server for all its requests. */
import { DurableObject } from 'cloudflare:workers'
import { createMockServer } from 'mcp-over-fetch/testing'

export class Mock extends DurableObject {
  #server = createMockServer()

  override fetch(request: Request): Promise<Response> {
    return this.#server.handle(request)
  }
}

export default {
  fetch: (request: Request, { MOCK }: { MOCK: DurableObjectNamespace<Mock> }) => MOCK.getByName('mock').fetch(request),
}
