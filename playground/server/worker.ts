/** The playground on Cloudflare: its files come from static assets, the mock server and its control from here. */
import { CONTROL, CONTROL_HEADER } from '../../src/testing/realm-url.ts'
import mock, { Realm } from './realm.ts'

export { Realm }

type Environment = Parameters<typeof mock.fetch>[1]

/** Whoever knows the name of a realm may direct it: a page makes up its own, which nobody can guess. */
const DIRECTED = /^\/control(\/r\/[^/]{16,})\/([^/]+.*)$/

export default {
  fetch(request: Request, environment: Environment): Response | Promise<Response> {
    const url = new URL(request.url)
    const { CONTROL_TOKEN: token } = environment
    if (url.pathname === '/mock.json') return Response.json({ mock: '.', control: token ? './control' : null })
    const [, realm, verb] = DIRECTED.exec(url.pathname) ?? []
    if (!token || !realm || !verb) return mock.fetch(request, environment)
    url.pathname = `${realm}${CONTROL}${verb}`
    const directed = new Request(url, request)
    directed.headers.set(CONTROL_HEADER, token)
    return mock.fetch(directed, environment)
  },
}
