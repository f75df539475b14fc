/** The Worker of the mock server: passes a request to its realm, and lets a page control its own realms. */

import { realmName } from '../../src/testing/realm-url.ts'
import { CONTROL_HEADER, CONTROL_PATH } from './control/control-routes.ts'
import { Realm, type RealmEnvironment } from './realm.ts'

export { Realm }

interface Environment extends RealmEnvironment {
  REALM: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
  /** The port of the default realm; without it, every port. */
  MAIN_PORT?: string
}

/** A page may control the realms whose names it knows: it makes them up itself, too long to be guessed. */
const CONTROL_URL = /^\/control(\/r\/[^/]{16,})\/([^/]+.*)$/

export default {
  fetch(request: Request, environment: Environment): Response | Promise<Response> {
    const url = new URL(request.url)
    const { CONTROL_TOKEN: token } = environment
    if (url.pathname === '/mock.json') return Response.json({ mock: '.', control: token ? './control' : null })
    const [, realm, command] = CONTROL_URL.exec(url.pathname) ?? []
    if (!token || !realm || !command) return fetchFromRealm(request, environment)
    url.pathname = `${realm}${CONTROL_PATH}${command}`
    const controlRequest = new Request(url, request)
    controlRequest.headers.set(CONTROL_HEADER, token)
    return fetchFromRealm(controlRequest, environment)
  },
}

function fetchFromRealm(request: Request, { REALM, MAIN_PORT }: Environment): Promise<Response> {
  return REALM.get(REALM.idFromName(realmName(request.url, MAIN_PORT))).fetch(request)
}
