/** Finds the rule of a script that applies to a request. */
import { messageName } from '../jsonrpc/message.ts'
import { isObject } from '../util/is-object.ts'
import type { Match, Rule, Step } from './script.ts'

export interface Rules {
  /** Replaces all rules and starts their counts again. */
  load(rules: Rule[]): void
  /** The steps for this request; undefined when no rule applies. Counts, so it is called once for each request. */
  stepsFor(http: string, path: string, body: unknown): Step[] | undefined
}

export function createRules(): Rules {
  let rules: { rule: Rule; seen: number }[] = []
  return { load, stepsFor }

  function load(next: Rule[]): void {
    rules = next.map((rule) => ({ rule, seen: 0 }))
  }

  function stepsFor(http: string, path: string, body: unknown): Step[] | undefined {
    const matching = rules.filter(({ rule }) => matches(rule.on, http, path, body))
    for (const entry of matching) entry.seen += 1
    return matching.find(({ rule, seen }) => rule.nth === undefined || rule.nth === seen)?.rule.do
  }
}

export function matches(on: Match, http: string, path: string, body: unknown): boolean {
  if (on.httpMethod !== undefined ? on.httpMethod !== http : http === 'OPTIONS') return false
  if (on.path !== undefined && on.path !== path) return false
  if (on.rpcMethod !== undefined && on.rpcMethod !== messageName(body)) return false
  return on.tool === undefined || on.tool === calledTool(body)
}

function calledTool(body: unknown): unknown {
  const params = isObject(body) && body.method === 'tools/call' && body.params
  return isObject(params) ? params.name : undefined
}
