/** The server of an application run as its clients meet it: with tokens, private answers, and its own way to refuse. */

import type { Fetch, FetchInit } from '../../../src/core/fetch.ts'
import type { Rule } from '../../../src/testing/index.ts'
import { createGateway } from '../eras/gateway.ts'
import { erasOffered, type Offer } from '../eras/request-era.ts'
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import type { Credentials } from './credentials.ts'
import type { ApplicationPlan, Loss } from './plan.ts'
import { INTERVIEW, INTERVIEW_TIME, INTERVIEWED, QUESTIONS } from './plan-call.ts'

export interface Front {
  fetch: Fetch
  setOffer(offer: Offer): Promise<void>
  /** All offers, from when on each was made. */
  offers: { at: number; offer: Offer }[]
}

export function createFront({ clock, server, fetch }: VirtualWorld, plan: ApplicationPlan, credentials: Credentials) {
  let { offer } = plan
  const offers: Front['offers'] = []
  const rejecting = createGateway(fetch, () => offer)
  let reads = 0
  const front: Front = { fetch: serve, setOffer, offers }
  return front

  async function setOffer(next: Offer): Promise<void> {
    offer = next
    offers.push({ at: clock.now(), offer })
    const { versions, overSse } = offer
    await server.configure({ ...plan.server, versions, get: overSse ? 'sse' : 'accept' })
    const refusal: Rule = { on: { httpMethod: 'POST', path: '/mcp' }, do: [{ respond: { status: 405 } }] }
    // Only the legacy eras have requests of the server.
    const mayAsk = !erasOffered(offer).includes('modern')
    await server.script(...(overSse ? [refusal] : []), ...(mayAsk ? [INTERVIEW_RULE] : []))
  }

  async function serve(url: string, init: FetchInit): Promise<Response> {
    const user = credentials.userOf(init.headers.authorization)
    if (user === undefined) {
      const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
      return new Response('The token is not valid', { status: 401, headers })
    }
    const response = await rejecting(url, init)
    if (response.status === 404) return tellLoss(response, init, offer.overSse, plan.loss)
    return init.body?.includes('"resources/read"') && response.ok ? personalise(response, user) : response
  }

  /** Each answer says whom it is for, and no two are the same. */
  async function personalise(response: Response, user: string): Promise<Response> {
    const { status, headers } = response
    const text = (await response.text()).replace(/(changed \d+ times)"/, `$1 for ${user}, ${++reads}"`)
    const passed = new Response(text, { status, headers })
    return Object.defineProperty(passed, 'url', { value: response.url })
  }
}

const question = (index: number) => ({
  message: `${INTERVIEW} ${index}`,
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
})

/** All questions have the same id. */
const INTERVIEW_RULE: Rule = {
  on: { rpcMethod: 'tools/call', tool: INTERVIEW },
  do: [
    { stream: {} },
    ...Array.from({ length: QUESTIONS }, (_, index) => ({
      serverRequest: { method: 'elicitation/create', params: question(index), id: 'question' },
    })),
    { delay: INTERVIEW_TIME },
    { answer: { content: [{ type: 'text', text: INTERVIEWED }] } },
  ],
}

const rpc = (code: number, message: string) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })

/** Status and body. */
const TELLINGS: Record<Loss, [number, string]> = {
  '404': [404, rpc(-32_001, 'Session not found')],
  '410': [410, ''],
  typescript: [400, rpc(-32_000, 'Bad Request: No valid session ID provided')],
  'not initialized': [400, rpc(-32_000, 'Bad Request: Server not initialized')],
  proxy: [400, rpc(-32_000, 'Bad Request: session ID required or initialization expected')],
  python: [400, 'Bad Request: No valid session ID provided'],
  rust: [401, 'Unauthorized: Session not found'],
  expired: [400, '{"error":"Invalid or expired session ID"}'],
}

const SSE_TELLINGS: [number, string][] = [
  [404, 'There is no such session'],
  [400, 'No transport found for sessionId'],
  [400, '{"error":"Invalid session"}'],
  [503, 'No active SSE connection'],
]

/** How this server says that it has lost a session. Other refusals with 404 stay as they are. */
async function tellLoss(response: Response, { headers }: FetchInit, overSse: boolean, loss: Loss): Promise<Response> {
  const body = await response.text()
  if (!/no such session/.test(body)) return new Response(body, response)
  if (!overSse && !headers['mcp-session-id']) return new Response(body, response)
  const index = Object.keys(TELLINGS).indexOf(loss)
  const [status, text] = overSse ? SSE_TELLINGS[index % SSE_TELLINGS.length]! : TELLINGS[loss]
  const type = text.startsWith('{') ? 'application/json' : 'text/plain'
  return new Response(text || null, { status, headers: { 'content-type': type } })
}

/** Whether a response says that the session is lost. `isWhole`: not if a fault has changed a part of the text. */
export function tellsLoss({ status, text }: { status: number | undefined; text: string }, isWhole = false): boolean {
  if (status === 410) return true
  const possible = [...Object.values(TELLINGS), ...SSE_TELLINGS].filter(([told]) => told === status)
  if (isWhole) return possible.some(([, words]) => words === text)
  return possible.length > 0 && /session|not initialized|no transport|no active/i.test(text)
}
