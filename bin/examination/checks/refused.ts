/** A request of 2026-07-28 that must be refused with a certain status and code. */
import { good, type Outcome, problem } from '../outcome.ts'
import { describe, type RpcRequest } from '../rpc.ts'
import type { Asked, Server } from '../server.ts'

export const send = (server: Server, body: RpcRequest, headers: Record<string, string>): Promise<Asked> =>
  server.send({ body, headers }, body)

/** The outcome of a request that must be refused with this status and code. */
export function refused(
  label: string,
  { exchange, answer }: Asked,
  status: number,
  code: number,
  advice: string,
): Outcome {
  const seen = `${label}: ${describe(exchange, answer)}.`
  return exchange.status === status && answer?.error?.code === code ? good(seen) : problem(seen, advice)
}
