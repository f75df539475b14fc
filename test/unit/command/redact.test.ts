/** Findings of an examination repeat no secret, whatever the server says. */
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../bin/examination/http.ts'
import type { Finding } from '../../../bin/examination/outcome.ts'
import { createRedact } from '../../../bin/examination/redact.ts'
import type { Fetch } from '../../../src/core/index.ts'

const TOKEN = 'sk-live-0123456789abcdef'
const QUERY = 'query/secret+0123456789'
const SESSION = 'session-0123456789'
const LOGIN = 'login-token-0123456789'
const OWN = 'own-fetch-0123456789'

const secrets = new Set<string>()
const redact = createRedact({
  url: `https://tools.example/mcp?api_key=${encodeURIComponent(QUERY)}&page=overview-of-all`,
  headers: { authorization: `Bearer ${TOKEN}`, 'x-own': 'whatever-it-is' },
  fetches: [
    undefined,
    Object.assign((() => {}) as unknown as Fetch, { redact: (text: string) => text.replaceAll(OWN, '[redacted]') }),
  ],
  exchanges: [{ responseHeaders: { 'mcp-session-id': SESSION } } as unknown as Exchange],
  secrets,
})
const hide = (text: string) => {
  const { seen, advice } = redact({ seen: text, advice: text } as Finding)
  expect(advice).toBe(seen)
  return seen
}

describe('a finding', () => {
  test.each([
    ['the token alone', TOKEN],
    ['the whole header', `Bearer ${TOKEN}`],
    ['a header of any name', 'whatever-it-is'],
    ['a parameter', QUERY],
    ['a parameter as URLs have it', encodeURIComponent(QUERY)],
    ['a session', SESSION],
    ['a token that the fetch knows', OWN],
    ['the beginning of a token that was cut', `${TOKEN.slice(0, 12)}…`],
    ['a cut parameter, encoded', `${encodeURIComponent(QUERY).slice(0, 15)}…`],
  ])('hides %s', (_, secret) => {
    expect(hide(`Invalid: ${secret}`)).toMatch(/^Invalid: \[redacted\]…?$/)
  })

  test('hides tokens of a login that become known later', () => {
    secrets.add(`Bearer ${LOGIN}`)
    expect(hide(`Invalid token ${LOGIN}.`)).toBe('Invalid token [redacted].')
  })

  test('leaves other text alone', () => {
    const text = 'HTTP 400, "no overview-of-all…" sk-live… and that'
    expect(hide(text)).toBe(text)
    expect(redact({ seen: 'x' } as Finding)).toEqual({ seen: 'x' })
  })
})
