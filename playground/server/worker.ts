/** The Worker of the mock server: passes a request to its realm, lets a page control its own realms, and may host a relay. */

import { createRelay } from '../../src/relay/index.ts'
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
  /** Origins of servers, separated by blanks: then `/relay` is a relay to them, for pages of this Worker's own origin. */
  RELAY_ALLOW?: string
  /** Origins of further pages that may use the relay, separated by blanks. */
  RELAY_ORIGINS?: string
}

/** A page may control the realms whose names it knows: it makes them up itself, too long to be guessed. */
const CONTROL_URL = /^\/control(\/r\/[^/]{16,})\/([^/]+.*)$/

export default {
  fetch(request: Request, environment: Environment): Response | Promise<Response> {
    const url = new URL(request.url)
    const { CONTROL_TOKEN: token } = environment
    if (url.pathname === '/relay' && environment.RELAY_ALLOW) return relay(request, environment)
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

function relay(request: Request, { RELAY_ALLOW = '', RELAY_ORIGINS = '' }: Environment): Promise<Response> {
  const split = (text: string) => text.split(/\s+/).filter((part) => part !== '')
  const origins = [new URL(request.url).origin, ...split(RELAY_ORIGINS)]
  return createRelay({ allow: split(RELAY_ALLOW), origins })(request)
}
