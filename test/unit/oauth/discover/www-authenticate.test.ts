/** The parser of `WWW-Authenticate`, compared with examples and with a second parser. */
import { describe, expect, test } from 'vitest'
import { parseChallenges, readChallenge } from '../../../../src/oauth/discover/www-authenticate.ts'

const read = (text: string) => {
  const { readable: _, ...rest } = readChallenge(new Headers({ 'www-authenticate': text }))
  return rest
}

describe('a challenge', () => {
  test.for<[string, object]>([
    ['Bearer', {}],
    ['Bearer scope="read"', { scope: 'read' }],
    ['bearer scope = "read"', { scope: 'read' }],
    ['BEARER Scope=read', { scope: 'read' }],
    ['Basic realm="x", Bearer resource_metadata="https://a/b"', { resource_metadata: 'https://a/b' }],
    ['Bearer error_description="needs scope=admin first", scope="read"', { scope: 'read' }],
    ['Bearer error_description="a \\" b, scope=\\"admin\\"", scope="read"', { scope: 'read' }],
    ['Bearer scope="first", scope="second"', { scope: 'first' }],
    ['Bearer scope="re\\ad"', { scope: 'read' }],
    ['Bearer scope=""', { scope: '' }],
    ['Negotiate abc==, Bearer error="invalid_token"', { error: 'invalid_token' }],
    ['Bearer error="a", DPoP error="b", scope="c"', { error: 'a', scope: 'c' }],
    ['DPoP algs="ES256 PS256", error="use_dpop_nonce"', { error: 'use_dpop_nonce' }],
    ['Digest scope="not ours", nonce="n"', {}],
    ['Bearer resource_metadata=https://a/b?c=d, scope=x', { resource_metadata: 'https://a/b?c=d', scope: 'x' }],
    [', ,Bearer ,scope="x",,', { scope: 'x' }],
    ['Bearer scope="never ends', {}],
    ['scope="without a scheme"', {}],
    ['"quoted", Bearer scope="x"', {}],
    ['', {}],
  ])('%s is parsed', ([text, expected]) => {
    expect(read(text)).toEqual(expected)
  })

  test('a missing header differs from an empty challenge', () => {
    expect(readChallenge(new Headers()).readable).toBe(false)
    expect(readChallenge(new Headers({ 'www-authenticate': 'Bearer' })).readable).toBe(true)
  })

  test('the parameters have no prototype', () => {
    const [challenge] = parseChallenges('Bearer __proto__="x", constructor="y"')
    expect(Object.getPrototypeOf(challenge!.parameters)).toBe(null)
    expect(Object.keys(challenge!.parameters)).toEqual(['__proto__', 'constructor'])
  })
})

/** A second parser, which reads character by character. */
function parseSlowly(text: string): [string, [string, string][]][] {
  const found: [string, [string, string][]][] = []
  const isToken = (character: string | undefined) => /^[\w!#$%&'*+.^`|~-]$/.test(character ?? '')
  const isBlank = (character: string | undefined) => character === ' ' || character === '\t'
  let at = 0
  const blanks = () => {
    while (isBlank(text[at])) at++
  }
  const word = () => {
    const start = at
    while (isToken(text[at])) at++
    return text.slice(start, at)
  }
  const quoted = () => {
    let value = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      value += text[at]
    }
    at++
    return value
  }
  while (at < text.length) {
    while (isBlank(text[at]) || text[at] === ',') at++
    const name = word()
    if (!name) break
    const afterName = at
    blanks()
    if (text[at] !== '=') {
      at = afterName
      found.push([name.toLowerCase(), []])
      continue
    }
    at++
    blanks()
    const value = text[at] === '"' ? quoted() : word()
    const parameters = found.at(-1)![1]
    if (!parameters.some(([known]) => known === name.toLowerCase())) parameters.push([name.toLowerCase(), value])
  }
  return found
}

/** The same numbers on every machine. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

function write(random: (below: number) => number): string {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!
  const blank = () => pick(['', ' ', '  ', '\t'])
  const value = () => {
    if (random(2)) return pick(['x', 'read', 'a.b-c', "it's", '~'])
    const text = Array.from({ length: random(6) }, () => pick(['a', ' ', ',', '=', '\\"', '\\\\', 'scope=x', '/', 'é']))
    return `"${text.join('')}"`
  }
  const parameter = () => `${pick(['scope', 'Error', 'realm', 'x', 'SCOPE'])}${blank()}=${blank()}${value()}`
  const challenge = () => {
    const parameters = Array.from({ length: random(4) }, parameter)
    return `${pick(['Bearer', 'DPoP', 'Basic', 'x'])} ${parameters.join(`${blank()},${blank()}`)}`
  }
  return Array.from({ length: 1 + random(3) }, challenge).join(`${blank()},${blank()}`)
}

test('ten thousand random headers give the same result as the second parser', () => {
  const random = createRandom(7)
  for (let count = 0; count < 10_000; count++) {
    const text = write(random)
    const read = parseChallenges(text).map(({ scheme, parameters }) => [scheme, Object.entries(parameters)])
    expect(read, text).toEqual(parseSlowly(text))
  }
})
