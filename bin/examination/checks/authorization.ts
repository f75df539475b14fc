/** Authorization: how a client without a token learns where to get one, and who may reach the server at all. */
import { isObject } from '../../../src/core/util/is-object.ts'
import type { Check, Examined } from '../check.ts'
import type { Exchange } from '../http.ts'
import { couldNotTell, good, notApplicable, type Outcome, problem, warning } from '../outcome.ts'
import { parseJson } from '../parse-json.ts'
import { describe, request, statelessHeaders, statelessRequest } from '../rpc.ts'
import { sections } from '../sections.ts'
import type { Asked, Server } from '../server.ts'

const group = 'Authorization'

/** What a page can read, if it can read anything; otherwise CORS is what is wrong, and other checks say so. */
function asReader({ server, page }: Examined): Server {
  return [page.initialization, page.discovery].some(({ exchange }) => exchange.status !== undefined) ? page : server
}

/** A request without the authorization of the person, or with a wrong one. */
async function askBare(examined: Examined, authorization?: string): Promise<Asked> {
  const server = asReader(examined)
  const { session } = server
  const message = session ? request('ping') : statelessRequest('server/discover')
  const headers = {
    ...(session ? session.headers : statelessHeaders(message)),
    ...(authorization !== undefined && { authorization }),
  }
  return server.send({ body: message, headers, isBare: true }, message)
}

const challenge: Check = {
  id: 'challenge',
  title: 'Without a token, clients learn where to sign in',
  group,
  section: sections.challenge,
  async run(examined) {
    const asked = await askBare(examined)
    const { exchange } = asked
    if (exchange.status !== 401)
      return notApplicable(`It asks for no authorization (${describe(exchange, asked.answer)}).`)
    const header = exchange.responseHeaders['www-authenticate']
    const named = header && /resource_metadata="?([^",\s]+)/.exec(header)?.[1]
    if (named) return readMetadata(examined, named, 'WWW-Authenticate names')
    const wellKnown = await findWellKnown(examined)
    if (wellKnown) return judgeMetadata(examined, wellKnown, 'The page found, by trying,')
    return problem(
      header
        ? `WWW-Authenticate has no resource_metadata (${header.slice(0, 80)}), and there is no metadata document at its well-known place.`
        : 'The page can read no WWW-Authenticate, and there is no metadata document at its well-known place.',
      'Send WWW-Authenticate: Bearer resource_metadata="…" with 401, and name it in Access-Control-Expose-Headers.',
    )
  },
}

async function readMetadata(examined: Examined, url: string, how: string): Promise<Outcome> {
  if (!URL.canParse(url))
    return problem(`${how} "${url}", which is no address.`, 'Name the metadata document by its whole address.')
  const { exchange } = await asReader(examined).send(metadataRequest(url))
  if (exchange.status === 200) return judgeMetadata(examined, exchange, how)
  return problem(
    `${how} ${url}, which the page cannot read: ${describe(exchange)}.`,
    'Serve the metadata document with status 200 and Access-Control-Allow-Origin: *.',
  )
}

const metadataRequest = (url: string) =>
  ({ method: 'GET', url, headers: { accept: 'application/json' }, isBare: true, isDocument: true }) as const

async function findWellKnown(examined: Examined): Promise<Exchange | undefined> {
  const { origin, pathname } = new URL(examined.server.url)
  const path = pathname === '/' ? [''] : [pathname, '']
  for (const suffix of path) {
    const url = `${origin}/.well-known/oauth-protected-resource${suffix}`
    const { exchange } = await asReader(examined).send(metadataRequest(url))
    if (exchange.status === 200 && isObject(parseJson(exchange.text))) return exchange
  }
  return undefined
}

function judgeMetadata({ server }: Examined, { url, text }: Exchange, how: string): Outcome {
  const document = parseJson(text)
  if (!isObject(document)) return problem(`${how} ${url}, which is not JSON.`, 'Serve the metadata document as JSON.')
  const { resource, authorization_servers: issuers } = document
  if (!Array.isArray(issuers) || issuers.length === 0)
    return problem(`${how} ${url}, which names no authorization server.`, 'Name at least one in authorization_servers.')
  const covers =
    typeof resource === 'string' && URL.canParse(resource) && server.url.startsWith(resource.replace(/\/$/, ''))
  return covers
    ? good(`${how} ${url}, and it names the authorization server ${String(issuers[0])}.`)
    : problem(
        `${how} ${url}, which is about the resource ${JSON.stringify(resource)}.`,
        `Set resource to ${server.url}: clients refuse a document about another one.`,
      )
}

const wrongToken: Check = {
  id: 'wrong-token',
  title: 'A wrong token is answered with 401',
  group,
  section: sections.tokens,
  async run(examined) {
    const bare = await askBare(examined)
    if (bare.exchange.status !== 401) return notApplicable('It asks for no authorization.')
    const { exchange, answer } = await askBare(examined, 'Bearer mcp-over-fetch-examination')
    const seen = `A made-up token: ${describe(exchange, answer)}.`
    if (exchange.failure) return couldNotTell(seen)
    return exchange.status === 401
      ? good(seen)
      : problem(seen, 'Check every token, and answer invalid or expired ones with 401: clients then sign in again.')
  },
}

const https: Check = {
  id: 'https',
  title: 'What is secret goes over HTTPS',
  group,
  section: sections.https,
  async run({ server, settings }) {
    const { protocol, hostname, host } = new URL(server.url)
    if (protocol === 'https:') return good(`${host} is reached over HTTPS.`)
    if (isLocal(hostname)) return good(`${host} is on this machine.`)
    const seen = `${host} is reached over plain HTTP.`
    return settings.isAuthorized
      ? problem(`${seen} The authorization can be read on the way.`, 'Serve it over HTTPS.')
      : warning(seen, 'Serve it over HTTPS: pages over HTTPS cannot reach it, and session ids can be read on the way.')
  },
}

const origin: Check = {
  id: 'origin',
  title: 'Pages of strangers cannot use a server on this machine',
  group,
  section: sections.security,
  async run({ server, page, settings: { pageOrigin } }) {
    const { hostname } = new URL(server.url)
    if (page !== server) return sendAsStranger(server, isLocal(hostname))
    if (!isLocal(hostname))
      return couldNotTell(
        'A browser does not let a page send the Origin of another one.',
        "Try it: curl -H 'Origin: https://stranger.example' must be answered with 403 where only known pages may use the server.",
      )
    if (pageOrigin === undefined || isLocal(new URL(pageOrigin).hostname))
      return couldNotTell(
        'This page is on the same machine, and a browser does not let it send another Origin.',
        "Try it: curl -H 'Origin: https://stranger.example' must be answered with 403.",
      )
    return warning(
      `A server on this machine let a page of ${pageOrigin} read its answers.`,
      'Allow only the origins that are meant to use it, and answer others with 403: any page can reach this machine.',
      [server.first],
    )
  },
}

const STRANGER = 'https://stranger.example'

/** Outside of a browser any Origin can be sent. */
async function sendAsStranger(server: Server, isOnThisMachine: boolean): Promise<Outcome> {
  const { session } = server
  const message = session ? request('ping') : statelessRequest('server/discover')
  const headers = { ...(session ? session.headers : statelessHeaders(message)), origin: STRANGER }
  const { exchange, answer } = await server.send({ body: message, headers }, message)
  const seen = `A request with Origin: ${STRANGER}: ${describe(exchange, answer)}.`
  if (exchange.status === 403) return good(seen)
  if (exchange.status === undefined || exchange.status >= 400) return couldNotTell(seen)
  return isOnThisMachine
    ? warning(
        seen,
        'Allow only the origins that are meant to use it, and answer others with 403: any page can reach this machine.',
      )
    : couldNotTell(seen, 'Answer 403 where only known pages may use the server; a public server may allow all of them.')
}

function isLocal(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

export const authorizationChecks: readonly Check[] = [challenge, wrongToken, https, origin]
