/** An application in a Worker: users sign in, and it calls the MCP server for them. */
import { AuthObject, type DurableStub, durableStore, webFlow } from '../../../../src/oauth/server/index.ts'

export { AuthObject }

interface Environment {
  SERVER: string
  AUTH: { idFromName(name: string): unknown; get(id: unknown): DurableStub }
}

export default {
  async fetch(request: Request, { SERVER, AUTH }: Environment): Promise<Response> {
    const { origin, pathname } = new URL(request.url)
    // The path stands for the session of a user with the application.
    const [, user = '', action] = pathname.split('/')
    const flow = webFlow({
      server: SERVER,
      redirectUri: `${origin}/${user}/callback`,
      store: durableStore(AUTH.get(AUTH.idFromName(user))),
      cookieKey: 'a secret that has at least 32 characters',
    })
    if (action === 'connect') return flow.start(request)
    if (action === 'callback') return flow.finish(request, { to: `/${user}` })
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
