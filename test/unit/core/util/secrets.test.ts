/** Which values count as secrets, and in which forms they are removed from texts. */
import { describe, expect, test } from 'vitest'
import { isSecretName } from '../../../../src/core/util/secret-names.ts'
import { createSecrets } from '../../../../src/core/util/secrets.ts'

describe('a name is one of a secret', () => {
  test.for([
    'authorization',
    'proxy-authorization',
    'cookie',
    'dpop',
    'mcp-session-id',
    'sessionId',
    'sessionid',
    'x-api-key',
    'apikey',
    'Ocp-Apim-Subscription-Key',
    'access_token',
    'accesstoken',
    'clientSecret',
    'AccountKey',
    'x-amz-security-token',
    'x-vendor-signature',
    'password',
    'pwd',
    'jwt',
    'X-PAT',
    'credentials',
    'key1',
  ])('%s', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  test.for([
    'profile',
    'x-tenant',
    'x-monkey',
    'turkey',
    'path',
    'author',
    'patch',
    'keyword',
    'authority',
    'x-compat',
  ])('not %s', (name) => {
    expect(isSecretName(name)).toBe(false)
  })

  test('in linear time', () => {
    const started = performance.now()
    for (const part of ['api', 'auth', 'token', 'id', 'sig', 'apikey', 'x-'])
      expect(isSecretName(`${part.repeat(100_000)}x`)).toBe(false)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

/** What is left of a text that repeats `repeated` after these headers were sent. */
function redacted(headers: Record<string, string>, repeated: string): string {
  const secrets = createSecrets()
  for (const name in headers) secrets.addNamed(headers[name]!, name)
  return secrets.redact(`You sent <${repeated}>`)
}

const GONE = 'You sent <[redacted]>'

describe('the parts of credentials are secrets', () => {
  test.for<[what: string, headers: Record<string, string>, repeated: string]>([
    ['a token', { authorization: 'Bearer 1234567890' }, '1234567890'],
    ['the whole header', { authorization: 'Bearer 1234567890' }, 'Bearer 1234567890'],
    ['a token in quotes', { authorization: 'Token token="1234567890"' }, '1234567890'],
    ['one of several parameters', { authorization: 'Digest username="me", response="1234567890"' }, '1234567890'],
    ['a Basic password', { authorization: `Basic ${btoa('me:hunter2-hunter2')}` }, 'hunter2-hunter2'],
    ['an encoded Basic password', { authorization: `Basic ${btoa('me:hunter2%2Bhunter2')}` }, 'hunter2+hunter2'],
    ['a Basic password beyond ASCII', { authorization: 'Basic bWU6cMOkc3N3b3J0LTE=' }, 'pässwort-1'],
    ['one cookie of several', { cookie: 'theme=dark; sid=1234567890; x="quoted-1234"' }, '1234567890'],
    ['a cookie in quotes', { cookie: 'theme=dark; sid=1234567890; x="quoted-1234"' }, 'quoted-1234'],
  ])('%s', ([, headers, repeated]) => {
    expect(redacted(headers, repeated)).toBe(GONE)
  })
})

describe('a secret is found', () => {
  const value = 'a"b\\c/d e~!\'()*+%é&='
  const form = `${new URLSearchParams({ v: value })}`.slice(2)
  test.for<[form: string, repeated: string]>([
    ['as it is', value],
    ['as JSON has it', JSON.stringify(value).slice(1, -1)],
    ['as the JSON of PHP has it', JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
    ['as a URL has it', encodeURIComponent(value)],
    ['as a form has it', form],
    ['in lower case', form.replace(/%../g, (code) => code.toLowerCase())],
  ])('%s', ([, repeated]) => {
    expect(redacted({ 'x-api-key': value }, repeated)).toBe(GONE)
  })

  test('although it is not well-formed', () => {
    expect(redacted({ 'x-api-key': 'half a character \ud800' }, 'half a character \ud800')).toBe(GONE)
  })
})

test('words that are no secrets stay: short values, schemes, and values of other names', () => {
  const headers = { authorization: 'AWS4-HMAC-SHA256 Signature=1234567', 'x-tenant': '12345678' }
  const text = 'AWS4-HMAC-SHA256 and a quota of 12345678 for 1234567'
  expect(redacted(headers, text)).toBe(`You sent <${text}>`)
})

test('the last 100 values are known, and one that is used again is not forgotten', () => {
  const secrets = createSecrets()
  for (let index = 0; index < 150; index++) {
    secrets.add('always-the-same')
    secrets.add(`secret-number-${index}`)
  }
  expect(secrets.redact('always-the-same secret-number-10 secret-number-149')).toBe(
    '[redacted] secret-number-10 [redacted]',
  )
})
