/** The parts of the sign-in view that need no browser: steps from requests, claims, and the countdown. */
import { describe, expect, test } from 'vitest'
import { decodeJwt } from '../../../playground/src/sign-in/jwt.ts'
import { stepsOf } from '../../../playground/src/sign-in/steps.ts'
import { formatLeft } from '../../../playground/src/sign-in/token.tsx'
import type { Lane } from '../../../playground/src/wire/rows.ts'

const url = 'https://tools.example.com/mcp'
const known = { target: { url, clientId: '', clientMetadataUrl: '' }, hasTokens: false }

let time = 0

/** An answered request of the flow. */
function lane(part: Partial<Lane>, request?: object | string, response?: object): Lane {
  const start = ++time
  const body = typeof request === 'object' ? JSON.stringify(request) : request
  const recorded = {
    url,
    sentHeaders: {},
    receivedHeaders: {},
    request: body,
    response: response ? JSON.stringify(response) : '',
    bytes: 0,
    messages: [],
    messageCount: 0,
  }
  const method = body === undefined ? 'GET' : 'POST'
  const base = { key: `${start}`, number: start, method, url, rpc: undefined, headers: {}, eventTimes: [] }
  return { kind: 'lane', ...base, start, end: start, status: 200, auth: true, recorded, ...part }
}

const issuer = 'https://login.example.com'
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/a`,
  token_endpoint: `${issuer}/t`,
  registration_endpoint: `${issuer}/r`,
  code_challenge_methods_supported: ['S256'],
}
const resource = () => lane({ rpc: 'resource metadata' }, undefined, { resource: url, authorization_servers: [issuer] })
const server = (change: object = {}) => lane({ rpc: 'server metadata' }, undefined, { ...metadata, ...change })
const register = () => lane({ url: `${issuer}/r` }, { redirect_uris: ['https://app/cb'] }, { client_id: 'c' })
const authorize = () => lane({ rpc: 'authorize', method: 'GET' }, { client_id: 'c' }, { code: '[hidden]', iss: issuer })
const token = (change: object = {}) =>
  lane({ url: `${issuer}/t` }, 'grant_type=authorization_code&code=x', {
    access_token: '[hidden]',
    token_type: 'Bearer',
    expires_in: 60,
    refresh_token: '[hidden]',
    ...change,
  })

const states = (rows: readonly Lane[]) =>
  Object.fromEntries(stepsOf(rows, known).map(({ kind, state }) => [kind, state]))

describe('steps of a sign-in', () => {
  test('are told apart by what is sent, whatever the paths of the authorization server', () => {
    expect(states([resource(), server(), register(), authorize(), token()])).toEqual({
      challenge: 'not-reached',
      resource: 'right',
      server: 'right',
      client: 'right',
      authorize: 'right',
      token: 'right',
      refresh: 'not-reached',
    })
  })

  test('of an earlier sign-in do not count after discovery failed', () => {
    const before = [resource(), server(), register(), authorize(), token()]
    const after = states([...before, resource(), server({ issuer: 'https://other.example.com' })])
    expect(after).toMatchObject({ resource: 'right', server: 'wrong', authorize: 'not-reached', token: 'not-reached' })
  })

  test('still count after a refresh that looked the issuer up again', () => {
    const refresh = lane({ url: `${issuer}/t` }, 'grant_type=refresh_token', { error: 'invalid_grant' })
    refresh.status = 400
    const steps = stepsOf([resource(), server(), register(), authorize(), token(), resource(), refresh], known)
    expect(steps.find(({ kind }) => kind === 'token')?.state).toBe('right')
    const failed = steps.find(({ kind }) => kind === 'refresh')
    expect(failed?.state).toBe('wrong')
    expect(failed?.checks[0]?.fix).toMatch(/^The refresh token has expired or was revoked/)
  })

  test('use the document that was found among several URLs', () => {
    const missing = () => lane({ rpc: 'server metadata', status: 404, url: `${issuer}/.well-known/x` })
    const found = stepsOf([resource(), missing(), server(), missing()], known).find(({ kind }) => kind === 'server')
    expect(found?.state).toBe('right')
    expect(found?.tried).toHaveLength(2)
  })

  test.each([
    [{ access_token: undefined }, /access_token is missing/],
    [{ token_type: 'mac' }, /token_type is missing or unknown/],
  ])('mark a token response with %o', (change, text) => {
    const step = stepsOf([resource(), server(), register(), authorize(), token(change)], known).at(5)
    expect(step).toMatchObject({ kind: 'token', state: 'wrong', summary: expect.stringMatching(text) })
  })

  test('name the redirect URI where the server registered another one', () => {
    const other = lane({}, { redirect_uris: ['https://app/cb'] }, { client_id: 'c', redirect_uris: ['https://app/'] })
    const step = stepsOf([resource(), server(), other], known).find(({ kind }) => kind === 'client')
    expect(step?.checks.find(({ is }) => is === 'wrong')?.fix).toBe('Register https://app/cb exactly as it was sent.')
  })
})

test('a JWT is decoded, and anything else is opaque', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  expect(decodeJwt(`${part({ alg: 'none' })}.${part({ name: 'Zoë 🎈' })}.`)).toEqual({
    header: { alg: 'none' },
    payload: { name: 'Zoë 🎈' },
  })
  for (const text of ['', 'opaque', 'a.b.c', `${part([])}.${part({})}.x`, `${part({})}.${part(1)}.x`, '%.%.%'])
    expect(decodeJwt(text), text).toBeUndefined()
})

test.each([
  [59_001, '1 min 00 s'],
  [5_000, '5 s'],
  [3_599_000, '59 min 59 s'],
  [3_600_000, '1 h 00 min 00 s'],
  [90_000_000, '1 d 1 h'],
])('%d ms are left as %s', (ms, text) => expect(formatLeft(ms)).toBe(text))
