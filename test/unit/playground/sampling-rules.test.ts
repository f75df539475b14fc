/** Rules that answer sampling requests. */
import { describe, expect, test } from 'vitest'
import { answerByRules, findRuleProblem, samplingExample } from '../../../playground/src/state/sampling-rules.ts'

const prompt = (text: string) => ({
  maxTokens: 100,
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
})
const answer = (rules: string, text: string) => answerByRules(rules, prompt(text))?.content

describe('sampling rules', () => {
  test('the first rule that applies answers', () => {
    expect(answer(samplingExample, 'What is the Weather in Ulm?')).toEqual({ type: 'text', text: 'Sunny, 21 °C' })
    expect(answer(samplingExample, 'hello')).toEqual({ type: 'text', text: 'hello' })
  })

  test('the user is asked by "ask", without rules, and where no rule applies', () => {
    expect(answer(samplingExample, 'the secret')).toBeUndefined()
    expect(answer('', 'hello')).toBeUndefined()
    expect(answer('if other: echo', 'hello')).toBeUndefined()
  })

  test('the last message counts, with all its text blocks', () => {
    const { maxTokens, messages } = prompt('first')
    const blocks = [
      { type: 'text' as const, text: 'one' },
      { type: 'image' as const, data: '', mimeType: 'image/png' },
      { type: 'text' as const, text: 'two' },
    ]
    const params = { maxTokens, messages: [...messages, { role: 'user' as const, content: blocks }] }
    expect(answerByRules('echo', params)?.content).toEqual({ type: 'text', text: 'one\ntwo' })
  })

  test('a line that is not a rule is named', () => {
    expect(findRuleProblem(`${samplingExample}\n\nIF Two words: Reply yes: no`)).toBeUndefined()
    expect(findRuleProblem('echo\nreply')).toMatch(/^Line 2 is not a rule/)
    expect(findRuleProblem('hello')).toMatch(/^Line 1/)
  })
})
