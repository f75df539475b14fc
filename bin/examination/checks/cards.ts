/** The server card, which is optional: its form, who may read it, for how long it can be kept, and whether it is true. */
import type { Client } from 'mcp-over-fetch'
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseCard, type ServerCard } from '../../../src/discover/card.ts'
import { findCardIssues } from '../../../src/discover/card-shape.ts'
import { checkCard } from '../../../src/discover/check-card.ts'
import { CARD_TYPE, type CardAnswer, MAX_CARD } from '../card.ts'
import type { Check, Examined } from '../check.ts'
import { couldNotTell, good, notApplicable, type Outcome, problem, warning } from '../outcome.ts'
import { clip } from '../rpc.ts'
import { sections } from '../sections.ts'
import type { Connection } from '../server.ts'

const group = 'Server card'

/** For checks of a card that is there; `shape` says why there is none. */
function withCard(run: (answer: CardAnswer, examined: Examined) => Outcome | Promise<Outcome>): Check['run'] {
  return async (examined) => {
    const answer = await examined.card()
    return answer.isCard ? run(answer, examined) : notApplicable('No server card was found.', [answer.exchange])
  }
}

const isAcrossOrigins = ({ server, settings: { pageOrigin } }: Examined): boolean =>
  pageOrigin !== undefined && pageOrigin !== new URL(server.url).origin

const shape: Check = {
  id: 'card-shape',
  title: 'Its server card has the form that clients expect',
  group,
  section: sections.cardSchema,
  async run(examined) {
    const answer = await examined.card()
    return answer.isCard ? judgeShape(answer) : judgeAbsence(answer, examined)
  },
}

/** A card is optional, so this is never more than a note. */
function judgeAbsence({ exchange }: CardAnswer, examined: Examined): Outcome {
  const { url, status, type, failure, isRedirect } = exchange
  const cites = [exchange]
  const { pathname } = new URL(url)
  if (isRedirect)
    return couldNotTell(
      `GET ${pathname} was answered with a redirect, which clients do not follow.`,
      'If its server card is there, serve it without a redirect.',
      cites,
    )
  if (failure === 'timeout')
    return couldNotTell(`GET ${pathname} was not answered within the time limit.`, undefined, cites)
  const isInPage = examined.page === examined.server && isAcrossOrigins(examined)
  if (failure)
    return notApplicable(
      isInPage
        ? `The page cannot read ${pathname}. Either there is no server card, or it lacks Access-Control-Allow-Origin.`
        : `GET ${pathname} was not answered.`,
      cites,
    )
  const what =
    status === 200 ? `HTTP 200 with ${clip(type, 40) || 'no content type'}, which is no card` : `HTTP ${status}`
  return notApplicable(
    `It publishes no server card, which is optional: GET ${pathname} was answered with ${what}.`,
    cites,
  )
}

/** Issues that a finding shows. */
const MAX_ISSUES = 4

function judgeShape({ exchange, json, isTooLong }: CardAnswer): Outcome {
  const cites = [exchange]
  if (isTooLong)
    return problem(
      `The card is longer than ${MAX_CARD} characters, and clients stop reading there.`,
      'Serve a short card: a description, and where to connect to.',
      cites,
    )
  if (json === undefined) {
    const isWhole = exchange.end === 'ended'
    return problem(
      isWhole ? 'The card is not JSON.' : 'The card did not come to its end.',
      'Serve the card as one JSON object.',
      cites,
    )
  }
  const issues = findCardIssues(json)
  if (issues.length > 0) {
    const more = issues.length > MAX_ISSUES ? `, and ${issues.length - MAX_ISSUES} more` : ''
    const seen = `${issues
      .slice(0, MAX_ISSUES)
      .map((issue) => clip(issue, 120))
      .join('; ')}${more}.`
    const isOnlyMore = issues.every((issue) => issue.endsWith(' is not specified'))
    return isOnlyMore
      ? warning(seen, 'Put members of your own into _meta: clients leave out what they do not know.', cites)
      : problem(seen, 'Write the card by its schema: clients leave out what is not valid, or refuse the card.', cites)
  }
  const type = exchange.type || 'none'
  return type === CARD_TYPE
    ? good(`The card conforms to its schema, and came as ${CARD_TYPE}.`, cites)
    : warning(
        `The card conforms to its schema, but has the content type "${clip(type, 60)}".`,
        `Send Content-Type: ${CARD_TYPE}.`,
        cites,
      )
}

const cors: Check = {
  id: 'card-cors',
  title: 'Pages of other sites may read its server card',
  group,
  section: sections.cardHosting,
  run: withCard(async ({ exchange }, examined) => {
    if (!isAcrossOrigins(examined)) return notApplicable('This page has the same origin as the server.')
    const { exchange: seen } = await examined.card(examined.page)
    const cites = [exchange, seen]
    if (seen.status === 200) return good('The page could read the card.', cites)
    if (!seen.blocked)
      return couldNotTell('The card was answered once, but not when a page asked for it.', undefined, cites)
    return problem(
      `The browser keeps the card from pages: ${seen.blocked.reason}.`,
      'Send Access-Control-Allow-Origin: * with the card: everybody may read it.',
      cites,
    )
  }),
}

const caching: Check = {
  id: 'card-caching',
  title: 'Clients can keep its server card',
  group,
  section: sections.cardHosting,
  run: withCard(({ exchange }, examined) => {
    const { 'cache-control': control, etag, 'last-modified': modified } = exchange.responseHeaders
    const cites = [exchange]
    const isKept = control !== undefined && !/no-store/i.test(control)
    if (isKept) return good(`Cache-Control: ${clip(control)}.`, cites)
    const advice = 'Send Cache-Control: public, max-age=3600 and an ETag with the card.'
    if (control !== undefined) return warning(`Cache-Control: ${clip(control)}.`, advice, cites)
    if (etag !== undefined || modified !== undefined)
      return good(`It can be asked for again by its ${etag === undefined ? 'date' : 'ETag'}.`, cites)
    // Pages see an ETag only if it is exposed to them.
    return examined.page === examined.server && isAcrossOrigins(examined)
      ? couldNotTell('The page sees no Cache-Control, and may not see an ETag.', advice, cites)
      : warning('The card has neither Cache-Control nor an ETag, so clients ask for it every time.', advice, cites)
  }),
}

const agreement: Check = {
  id: 'card-agreement',
  title: 'Its server card agrees with what it does',
  group,
  section: sections.cardHosting,
  run: withCard(({ exchange, json }, { server: { main, url } }) => {
    const card = readCard(json, exchange.url)
    if (!card) return notApplicable('The card is invalid, so there is nothing to compare.', [exchange])
    if (!main) return notApplicable('No connection could be made, so there is nothing to compare the card with.')
    const cites = [exchange, main.introduced]
    const remote = card.remotes?.find(
      (named) => URL.canParse(named.url) && new URL(named.url).href === new URL(url).href,
    )
    const contradictions = checkCard(card, asClient(main), remote)
    if (contradictions.length === 0) return good('Nothing in the card contradicts the server.', cites)
    const seen = contradictions.map(
      ({ claim, card: claimed, server }) => `The card says ${claim} ${show(claimed)}, the server ${show(server)}.`,
    )
    return warning(
      seen.join(' '),
      'Write into the card what the server itself says: clients believe the server.',
      cites,
    )
  }),
}

function readCard(json: unknown, source: string): ServerCard | undefined {
  try {
    return parseCard(json, source)
  } catch {
    return undefined
  }
}

/** What a client would know of the server, as far as a card is compared with it. */
function asClient({ kind, revision, introduction }: Connection): Pick<Client, 'server' | 'connection'> {
  const { serverInfo, _meta } = introduction
  const inMeta = isObject(_meta) ? _meta['io.modelcontextprotocol/serverInfo'] : undefined
  const info = [kind === 'stateless' ? inMeta : undefined, serverInfo].find(isObject)
  const connection = {
    transport: kind === 'http+sse' ? 'sse' : 'streamable-http',
    era: kind === 'stateless' ? 'modern' : 'legacy',
    protocolVersion: revision,
  }
  return { server: { info }, connection } as unknown as Pick<Client, 'server' | 'connection'>
}

const show = (value: unknown): string => clip(JSON.stringify(value) ?? 'nothing')

export const cardChecks: readonly Check[] = [shape, cors, caching, agreement]
