/** An application in a Worker: people sign in, and it calls the MCP server for them. */
import { AuthObject, type DurableStub, durableStore, webFlow } from '../../../../src/oauth/server/index.ts'

export { AuthObject }

interface Environment {
  SERVER: string
  AUTH: { idFromName(name: string): unknown; get(id: unknown): DurableStub }
}

export default {
  async fetch(request: Request, { SERVER, AUTH }: Environment): Promise<Response> {
    const { origin, pathname } = new URL(request.url)
    // Stands for the session that an application has with a person.
    const [, person = '', verb] = pathname.split('/')
    const flow = webFlow({
      server: SERVER,
      redirectUri: `${origin}/${person}/callback`,
      store: durableStore(AUTH.get(AUTH.idFromName(person))),
      cookieKey: 'a secret that has at least 32 characters',
    })
    if (verb === 'connect') return flow.start(request)
    if (verb === 'callback') return flow.finish(request, { to: `/${person}` })
    const answer = await flow.auth
      .fetch(SERVER, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        signal: request.signal,
        redirect: 'manual',
        credentials: 'omit',
      })
      .then(
        (response) => (response.status === 401 ? 'unauthorized' : 'called'),
        (error) => error.reason ?? String(error),
      )
    return new Response(answer)
  },
}
