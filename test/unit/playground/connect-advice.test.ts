/** What the playground advises when connecting fails. */
import { describe, expect, test } from 'vitest'
import { adviseOnConnect } from '../../../playground/src/state/connect-advice.ts'
import { connect } from '../../../src/core/index.ts'
import { AuthError } from '../../../src/oauth/index.ts'

const origin = 'https://page.example'

async function adviceFor(url: string, answer: () => Response | Promise<Response>) {
  const error = await connect(url, { fetch: async () => answer() }).catch((reason: unknown) => reason)
  return adviseOnConnect(error, url, origin)
}

const html = () => new Response('<!doctype html><p>Hello', { headers: { 'content-type': 'text/html' } })

describe('advice about a failed connect', () => {
  test.each([
    ['404', () => new Response('no', { status: 404 }), /most servers use \/mcp, older ones \/sse/],
    ['500', () => new Response('no', { status: 500 }), /server's log/],
    ['403', () => new Response('no', { status: 403 }), /allow https:\/\/page\.example/],
    ['401', () => new Response('no', { status: 401 }), /Enter the token or API key/],
    ['an HTML page', html, /not with MCP\. Check the path/],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), /Check that the server is running/],
  ])('%s says what to do, and nothing about calls', async (_, answer, sentence) => {
    const { advice, message } = await adviceFor('https://a.example/', answer)
    expect(advice).toMatch(sentence)
    expect(message + advice).not.toMatch(/safe to call|read-only/)
  })

  test('no response is never blamed on CORS, unless the client found that it is the cause', async () => {
    const failed = await adviceFor('https://a.example/', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(failed.headline).toBe('Nothing responds at a.example')
    expect(JSON.stringify(failed)).not.toMatch(/CORS|Access-Control/)
  })

  test.each([
    ['a plain challenge', 'Bearer', 'token', 'This server requires a token'],
    ['no challenge', undefined, 'token', 'This server requires a token'],
    ['OAuth metadata', 'Bearer resource_metadata="https://a.example/m"', 'sign-in', 'This server requires sign-in'],
  ])('a 401 with %s says what helps first', async (_, challenge, requires, headline) => {
    const headers = new Headers(challenge === undefined ? {} : { 'www-authenticate': challenge })
    const advised = await adviceFor('https://a.example/', () => new Response('', { status: 401, headers }))
    expect(advised).toMatchObject({ requires, headline })
  })

  test('a 404 offers the usual paths, and never the one that failed', async () => {
    const notFound = () => new Response('', { status: 404 })
    expect((await adviceFor('https://a.example/', notFound)).addresses).toEqual([
      'https://a.example/mcp',
      'https://a.example/sse',
    ])
    expect((await adviceFor('https://a.example/v1/mcp', notFound)).addresses).toEqual([
      'https://a.example/v1/sse',
      'https://a.example/mcp',
    ])
    expect((await adviceFor('https://a.example/', () => new Response('', { status: 500 }))).addresses).toEqual([])
  })

  test('an authorization server without registration asks for a client id', () => {
    const error = new AuthError('https://login.example has to know this application first', {
      reason: 'client-id-required',
      issuer: 'https://login.example',
      redirectUri: 'https://page.example/callback.html',
    })
    const { advice, register } = adviseOnConnect(error, 'https://a.example/', origin)
    expect(advice).toMatch(/Register an application at https:\/\/login\.example.*callback\.html.*client id/)
    expect(register?.issuer).toBe('https://login.example')
  })

  test('a hint that is part of the message is not repeated', async () => {
    const { message, hint } = await adviceFor('https://a.example/', () => new Response('', { status: 404 }))
    if (hint) expect(message).not.toContain(hint)
  })
})
