/** Shorthands for scripted answers, and for how often something was asked. */

import type { Rule, Server } from '../../src/testing/index.ts'

/** The first request of this method gets the first of these results, and so on; what follows passes. */
export function answersTo(rpc: string, ...results: object[]): Rule[] {
  return results.map((result, index) => ({ on: { rpc }, nth: index + 1, do: [{ answerJson: result }] }))
}

/** How often a method was asked for. */
export async function timesSent(server: Server, method: string): Promise<number> {
  return (await server.methods()).filter((sent) => sent === method).length
}
