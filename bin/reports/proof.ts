/** The requests of an examination as findings cite them: no headers, no queries, no bodies. */
import { isObject } from '../../src/core/util/is-object.ts'
import type { Exchange, Observer } from '../examination/http.ts'
import { parseJson } from '../examination/parse-json.ts'

export interface Proof {
  number: number
  method: string
  /** Without its query. */
  url: string
  /** The JSON-RPC method. */
  rpcMethod?: string
  status?: number
  /** Why there is no status: the network, the time limit, or a rule of CORS. */
  failure?: string
}

export function recordProof(): { observer: Observer; requests: Proof[] } {
  const requests: Proof[] = []
  const exchanges = new Map<Exchange, Proof>()
  const update = (exchange: Exchange) => {
    const proof = exchanges.get(exchange)
    if (proof && exchange.status !== undefined) proof.status = exchange.status
  }
  const observer: Observer = {
    onSent(exchange) {
      const { number, method, url, body } = exchange
      const message = parseJson(body ?? '')
      const { origin, pathname } = new URL(url)
      const proof: Proof = { number, method, url: `${origin}${pathname}` }
      if (isObject(message) && typeof message.method === 'string') proof.rpcMethod = message.method
      // The reason is known only when the request has failed, which no event tells.
      Object.defineProperty(proof, 'failure', {
        enumerable: true,
        get: () => exchange.blocked?.reason ?? exchange.failure,
      })
      exchanges.set(exchange, proof)
      requests.push(proof)
    },
    onResponse: update,
    onEnd: update,
  }
  return { observer, requests }
}

/** `#12 POST tools/list → 200` */
export function describeProof({ number, method, rpcMethod, status, failure }: Proof): string {
  const outcome = status ?? (failure === 'rejected' ? 'no response' : (failure ?? 'no response'))
  return `#${number} ${method}${rpcMethod ? ` ${rpcMethod}` : ''} → ${outcome}`
}
