/** Answers to sampling requests by rules that the user writes: one per line, the first that applies answers. */
import type { CreateMessageRequestParams, CreateMessageResult } from 'mcp-over-fetch'
import { isObject } from '../../../src/core/util/is-object.ts'

type Action = { do: 'reply'; text: string } | { do: 'echo' } | { do: 'ask' }

interface Rule {
  /** In lower case; empty: every request. */
  contains: string
  action: Action
}

export const samplingExample = 'if weather: reply Sunny, 21 °C\nif secret: ask\necho'

/** Undefined: the user is asked. */
export function answerByRules(rules: string, params: CreateMessageRequestParams): CreateMessageResult | undefined {
  const prompt = lastText(params)
  const rule = readRules(rules).find(({ contains }) => prompt.toLowerCase().includes(contains))
  if (!rule || rule.action.do === 'ask') return undefined
  const text = rule.action.do === 'echo' ? prompt : rule.action.text
  return { role: 'assistant', content: { type: 'text', text }, model: 'sampling rules', stopReason: 'endTurn' }
}

/** Why a line is not a rule, as a sentence. */
export function findRuleProblem(rules: string): string | undefined {
  const wrong = rules.split('\n').findIndex((line) => line.trim() !== '' && !readRule(line))
  return wrong < 0
    ? undefined
    : `Line ${wrong + 1} is not a rule. Write "reply …", "echo" or "ask", with "if …:" before it where needed.`
}

function readRules(rules: string): Rule[] {
  return rules.split('\n').flatMap((line) => readRule(line) ?? [])
}

function readRule(line: string): Rule | undefined {
  const [, contains = '', rest = ''] = /^\s*(?:if\s+([^:]+):)?\s*(.*?)\s*$/i.exec(line) ?? []
  const [, reply] = /^reply\s+(.+)$/i.exec(rest) ?? []
  const word = rest.toLowerCase()
  const action: Action | undefined =
    reply !== undefined ? { do: 'reply', text: reply } : word === 'echo' || word === 'ask' ? { do: word } : undefined
  return action && { contains: contains.trim().toLowerCase(), action }
}

/** The text of the last message, which may have one content block or several. */
function lastText({ messages }: CreateMessageRequestParams): string {
  const content: unknown = messages.at(-1)?.content
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : [])).join('\n')
}
