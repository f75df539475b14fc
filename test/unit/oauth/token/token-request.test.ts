/** Parsing a token response. */
import { describe, expect, test } from 'vitest'
import { parseTokenResponse } from '../../../../src/oauth/token/token-request.ts'

const NOW = 1_000_000
const YEAR = 31_536_000_000
const good = { access_token: 'a', token_type: 'Bearer' }
const read = (response: Record<string, unknown>) => parseTokenResponse(response, 'https://as.example', NOW)

describe('a token response', () => {
  test.for(['Bearer', 'bearer', 'BEARER', 'DPoP', 'dpop'])('the token type %s is accepted', (token_type) => {
    expect(read({ ...good, token_type }).tokenType).toBe(token_type.toLowerCase())
  })

  test.for<[unknown, number | undefined]>([
    [3600, NOW + 3_600_000],
    ['3600', NOW + 3_600_000],
    [0, NOW],
    [-1, NOW],
    [Number.POSITIVE_INFINITY, NOW + YEAR],
    [1e300, NOW + YEAR],
    ['1e3', NOW + 1_000_000],
    ['abc', undefined],
    ['', undefined],
    [' ', undefined],
    [null, undefined],
    [undefined, undefined],
    [Number.NaN, undefined],
    [{}, undefined],
    [[3600], undefined],
    [true, undefined],
  ])('expires_in %s means an expiry at %s', ([expires_in, expected]) => {
    expect(read({ ...good, expires_in }).expiresAt).toBe(expected)
  })

  test('only the members of a token response are taken, none of our own names', () => {
    const answer = {
      ...good,
      refresh_token: 'r',
      scope: 'read',
      issuer: 'https://victim.example',
      expiresAt: 1,
      requested: 'admin',
      as: {},
      context: 'x',
      endpoint: 'https://victim.example',
      id_token: 'not.a.token',
    }
    expect(read(answer)).toEqual({ accessToken: 'a', tokenType: 'bearer', refreshToken: 'r', scope: 'read' })
    expect(read({ ...good, refresh_token: 7, scope: ['read'] })).toEqual({ accessToken: 'a', tokenType: 'bearer' })
    expect(read({ ...good, refresh_token: '' })).toEqual({ accessToken: 'a', tokenType: 'bearer' })
  })

  test.for<Record<string, unknown>>([
    {},
    { access_token: 'a' },
    { token_type: 'bearer' },
    { ...good, access_token: 7 },
    { ...good, access_token: '' },
    { ...good, access_token: 'a b' },
    { ...good, access_token: 'a\r\nx: y' },
    { ...good, access_token: 'é' },
    { ...good, token_type: 'mac' },
    { ...good, token_type: 'N_A' },
    { ...good, token_type: 7 },
  ])('%j is refused', (answer) => {
    expect(() => read(answer)).toThrow(expect.objectContaining({ code: 'auth', reason: 'token-refused' }))
  })
})
