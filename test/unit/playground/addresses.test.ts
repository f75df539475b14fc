/** Addresses of the playground: places, what people paste, headers, and mcp.json. */
import { describe, expect, test } from 'vitest'
import { type Place, readPlace, writePlace } from '../../../playground/src/state/address.ts'
import { readMcpJson, writeMcpJson } from '../../../playground/src/state/mcp-json.ts'
import {
  completeUrl,
  emptyTarget,
  findHeaderProblem,
  findUrlProblem,
  lacksSecrets,
  readTarget,
  withoutSecrets,
} from '../../../playground/src/state/target.ts'

const url = 'https://tools.example.com/mcp?a=b&c=#x'
const target = { url, transport: 'auto', version: 'auto' } as const

describe('the address of a place', () => {
  const places: Place[] = [
    { target, selection: { kind: 'server' } },
    { target, selection: { kind: 'tool', name: 'a tool & more #1' }, args: { text: 'ä=&#\n', list: [1, null] } },
    {
      target: { url, transport: 'sse', version: '2024-11-05' },
      selection: { kind: 'prompt', name: 'p' },
      args: { a: 'b' },
    },
    { target, selection: { kind: 'resource', uri: 'file:///a?b#c' } },
    { target, selection: { kind: 'template', uriTemplate: 'test://{id}' } },
    { target, selection: { kind: 'examine' } },
  ]
  test.each(places)('leads back to it: $selection', (place) => {
    expect(readPlace(writePlace(place))).toEqual(place)
  })

  test('is also read from the query, as older links have it', () => {
    const place = readPlace('', `?server=${encodeURIComponent(url)}&transport=sse`)
    expect(place?.target).toEqual({ url, transport: 'sse', version: 'auto' })
  })

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://user:secret@example.com/', 'nonsense', ''])(
    'is ignored when its server is %j',
    (server) => expect(readPlace(`#${new URLSearchParams({ server })}`)).toBeUndefined(),
  )

  test('has no arguments that are not an object or are too long', () => {
    expect(readPlace(`#server=https://a.example/&tool=x&args=[1]`)?.args).toBeUndefined()
    expect(readPlace(`#server=https://a.example/&tool=x&args={`)?.args).toBeUndefined()
    expect(writePlace({ target, selection: { kind: 'tool', name: 'x' }, args: { a: 'b'.repeat(9_000) } })).not.toMatch(
      /args/,
    )
  })
})

describe('what people paste as an address', () => {
  test.each([
    ['localhost:3000/mcp', 'http://localhost:3000/mcp'],
    [' 127.0.0.1:8080 ', 'http://127.0.0.1:8080'],
    ['192.168.1.5/mcp', 'http://192.168.1.5/mcp'],
    ['tools.example.com/mcp', 'https://tools.example.com/mcp'],
    ['myhost:3000/mcp', 'https://myhost:3000/mcp'],
    ['https://a.example/mcp', 'https://a.example/mcp'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['npx some-server', 'npx some-server'],
  ])('%j becomes %j', (text, complete) => expect(completeUrl(text)).toBe(complete))

  test.each([
    ['', /Enter the URL/],
    ['javascript:alert(1)', /begin with https/],
    ['npx some-server', /cannot start programs/],
    ['https://', /Check the spelling/],
    ['https://me:secret@a.example/', /Remove the credentials/],
  ])('%j gets a sentence', (text, sentence) => expect(findUrlProblem(text)).toMatch(sentence))

  test('an address that can be used gets none', () =>
    expect(findUrlProblem('http://localhost:3000/mcp')).toBeUndefined())
})

describe('header lines', () => {
  test('without a colon are named', () => {
    expect(findHeaderProblem('X-Api-Key abc')).toMatch(/Line 1 is not a header.*colon.*"X-Api-Key: …"/)
    expect(findHeaderProblem('a: b\n\nnothing')).toMatch(/Line 3/)
  })

  test('with one are fine', () => expect(findHeaderProblem('a: b\n X-Key : c\n')).toBeUndefined())
})

describe('mcp.json', () => {
  test('gives its http servers; programs are left out and said so', () => {
    const { servers, sentence } = readMcpJson(
      JSON.stringify({
        mcpServers: {
          docs: {
            type: 'http',
            url: 'https://docs.example/mcp',
            headers: { authorization: 'Bearer canary', 'X-Key': 'canary' },
          },
          old: { type: 'sse', url: 'https://old.example/sse' },
          local: { command: 'npx', args: ['server'] },
          broken: { url: 7 },
        },
      }),
    )
    expect(servers.map(({ name, target: { transport, auth } }) => [name, transport, auth])).toEqual([
      ['docs', 'auto', 'bearer'],
      ['old', 'sse', 'none'],
    ])
    expect(sentence).toBe(
      '2 servers imported. 1 skipped: a page cannot start programs (stdio). 1 skipped: no HTTP URL.',
    )
    expect(JSON.stringify(withoutSecrets(servers[0]!.target))).not.toMatch(/canary/)
    expect(servers[0]!.target).toMatchObject({ token: 'canary', headers: 'X-Key: canary' })
    expect(writeMcpJson(servers)).not.toMatch(/canary/)
    expect(JSON.parse(writeMcpJson(servers)).mcpServers.docs.headers).toEqual({
      Authorization: 'Bearer your-token',
      'X-Key': 'your-value',
    })
    expect(readMcpJson(writeMcpJson(servers)).servers.map(({ target: { url: address } }) => address)).toEqual([
      'https://docs.example/mcp',
      'https://old.example/sse',
    ])
  })

  test.each(['', '{', '[]', '{"servers": 1}'])('%j is refused with a sentence', (text) => {
    expect(readMcpJson(text)).toEqual({ servers: [], sentence: expect.stringMatching(/not an mcp\.json/) })
  })
})

test('of own headers the names are stored, and their values have to be entered again', () => {
  const stored = withoutSecrets({ ...emptyTarget, url: 'https://a.example/', headers: 'X-Key: canary\nx-b: canary' })
  expect(JSON.stringify(stored)).not.toMatch(/canary/)
  const read = readTarget(JSON.parse(JSON.stringify(stored)))!
  expect(read.headers).toBe('X-Key: \nx-b: ')
  expect(lacksSecrets(read)).toBe(true)
  expect(findHeaderProblem(read.headers)).toMatch(/Line 1 has no value/)
  expect(lacksSecrets({ ...emptyTarget, headers: 'a: b', auth: 'oauth' })).toBe(false)
  expect(findHeaderProblem('Authorization: x', 'oauth')).toMatch(/Line 1 is already set by the sign-in/)
  expect(readTarget({ url: 'https://a.example/', headerNames: ['a b', 7, 'ok\nx: y'] })?.headers).toBe('')
})

test('a stored target may hold anything and is never trusted', () => {
  expect(readTarget({ url: 'javascript:alert(1)' })).toBeUndefined()
  expect(readTarget('x')).toBeUndefined()
  expect(readTarget({ url: 'https://a.example/', auth: 'root', transport: 7, token: 'canary', scope: {} })).toEqual({
    ...emptyTarget,
    url: 'https://a.example/',
  })
})

test('a link may bring a relay on this machine, and no other', () => {
  const relayOf = (relay: string) =>
    readPlace(`#${new URLSearchParams({ server: 'https://a.example/mcp', relay })}`)?.target.relay
  const here = ['http://127.0.0.1:6278/?key=k', 'http://localhost:1/?key=k', 'http://[::1]:6278/']
  expect(here.map(relayOf)).toEqual(here)
  const others = [
    'https://relay.example/?key=k',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://me@127.0.0.1:6278/',
    'http://127.0.0.2:6278/',
    'javascript:alert(1)//127.0.0.1',
    '127.0.0.1:6278',
  ]
  expect(others.map(relayOf)).toEqual(others.map(() => undefined))
})
