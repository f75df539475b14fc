/** Hints for failures that CORS, mixed content or local network access may have caused. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCorsHints, type Reach } from '../../../../src/core/http/cors-hints.ts'

afterEach(() => vi.unstubAllGlobals())

function at(page: string, server: string) {
  vi.stubGlobal('location', new URL(page))
  return createCorsHints(new URL(server))
}

const headers = { accept: 'x', 'content-type': 'x' }

const nothing = async () => false
const everything = async () => true
/** The server answers requests without our headers, and no others. */
const onlyBare: Reach = async (init) => !init?.headers
/** The server answers, but no page may read that. */
const onlyOpaque: Reach = async (init) => init?.mode === 'no-cors'

describe('a CORS hint', () => {
  test('is only for pages of another origin', () => {
    expect(createCorsHints(new URL('https://tools.example.com/mcp'))).toBeUndefined()
    expect(at('https://tools.example.com/app', 'https://tools.example.com/mcp')).toBeUndefined()
    expect(at('https://app.example.com/', 'https://tools.example.com/mcp')).toBeDefined()
  })

  test.each([
    ['https://app.example.com', 'http://tools.example.com/mcp', everything, /mixed content/, true],
    ['https://app.example.com', 'http://127.0.0.1:3000/mcp', nothing, /local network/, false],
    ['https://app.example.com', 'https://192.168.1.5/mcp', nothing, /local network/, false],
    ['http://localhost:5173', 'http://127.0.0.1:3000/mcp', nothing, /nothing answers/, false],
    ['https://app.example.com', 'https://tools.example.com/mcp', nothing, /nothing answers/, false],
    ['https://app.example.com', 'https://tools.example.com/mcp', onlyBare, /allow the headers of this client/, true],
    [
      'https://app.example.com',
      'https://tools.example.com/mcp',
      onlyBare,
      /Allow-Origin: https:\/\/app.example.com"/,
      true,
    ],
    ['https://app.example.com', 'https://tools.example.com/mcp', onlyOpaque, /does not allow this page/, true],
    ['https://app.example.com', 'https://tools.example.com/mcp', everything, /an answer without/, false],
  ])('for %s and the server %s, with %o', async (page, server, canReach, hint, isFinal) => {
    const found = await at(page, server)?.explainFailure(headers, canReach)
    expect(found).toMatchObject({ hint: expect.stringMatching(hint), isFinal })
  })

  test('says that the request was never sent only while the server answers all but these headers', async () => {
    const neverSent = async (canReach: Reach, known = {}) => {
      const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
      hints?.recordSuccess(known)
      return (await hints?.explainFailure(headers, canReach))?.neverSent
    }
    expect(await neverSent(onlyBare)).toBe(true)
    for (const canReach of [nothing, onlyOpaque, everything]) expect(await neverSent(canReach)).toBeFalsy()
    expect(await neverSent(onlyBare, headers)).toBeFalsy()
    // The network fails between the two.
    let asked = 0
    expect(await neverSent(async () => !asked++)).toBeFalsy()
  })

  test('is not final for headers that worked before, so that an outage is not taken for a refusal', async () => {
    for (const canReach of [nothing, onlyBare, onlyOpaque, everything]) {
      const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
      hints?.recordSuccess(headers)
      expect(await hints?.explainFailure(headers, canReach)).toMatchObject({ isFinal: false })
      // Without a network, a new header is not to blame either.
      const added = await hints?.explainFailure({ ...headers, 'x-new': '1' }, canReach)
      expect(added?.isFinal).toBe(canReach === onlyBare)
      if (canReach === nothing) expect(added?.hint).toMatch(/nothing answers/)
    }
  })

  test('asks with the names of the headers, without their values', async () => {
    const asked: unknown[] = []
    const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
    await hints?.explainFailure({ ...headers, authorization: 'Bearer secret', 'mcp-session-id': 's' }, async (init) => {
      asked.push(init)
      return true
    })
    expect(asked).toEqual([
      undefined,
      { headers: { 'content-type': 'application/json', authorization: 'none', 'mcp-session-id': 'none' } },
    ])
  })

  test('names the new header, if a request without it has worked before', async () => {
    const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
    hints?.recordSuccess(headers)
    const added = await hints?.explainFailure({ ...headers, 'x-new': '1' }, onlyBare)
    expect(added?.hint).toMatch(
      /does not allow the header x-new \(CORS\).*"Access-Control-Allow-Headers: content-type, .*, x-new"/,
    )
    const known = await hints?.explainFailure(headers, onlyBare)
    expect(known?.hint).not.toMatch(/does not allow the header /)
  })

  test('for a refusal names the Origin at 403, and the session id only if it may be hidden', () => {
    const hints = at('https://app.example.com', 'https://tools.example.com/mcp')
    expect(hints?.explainStatus(403, headers)).toContain('https://app.example.com')
    const later = { ...headers, 'mcp-protocol-version': '2025-11-25' }
    expect(hints?.explainStatus(400, later)).toContain('Access-Control-Expose-Headers: mcp-session-id')
    expect(hints?.explainStatus(400, { ...later, 'mcp-session-id': 'x' })).toBe('')
    expect(hints?.explainStatus(400, headers)).toBe('')
    expect(hints?.explainStatus(500, later)).toBe('')
  })
})
