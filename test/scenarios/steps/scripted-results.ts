/** Scripted results of the mock server, and how often a method was sent. */
import type { Server } from '../../../playground/server/control/control.ts'
import type { Rule } from '../../../src/testing/index.ts'

/** The nth request of this method gets the nth of these results; the server answers later ones itself. */
export function answersTo(rpcMethod: string, ...results: object[]): Rule[] {
  return results.map((result, index) => ({ on: { rpcMethod }, nth: index + 1, do: [{ answerJson: result }] }))
}

/** How many requests of this method were sent. */
export async function timesSent(server: Server, method: string): Promise<number> {
  return (await server.methods()).filter((sent) => sent === method).length
}
