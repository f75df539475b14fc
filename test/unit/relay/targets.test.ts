/** Which servers a relay sends requests to: hostile addresses in every form are refused, before anything is sent. */
import { describe, expect, test } from 'vitest'
import { noTargets, otherTargets, privateTargets } from './hostile-targets.ts'
import { PAGE, refusal, SERVER, startRelay } from './steps.ts'

describe('a relay whose function allows everything', () => {
  test.for(privateTargets)('sends nothing to %j, which is private', async (target) => {
    const asked: string[] = []
    const { ask, sent } = startRelay({ allow: (url) => Boolean(asked.push(url.href)) })
    expect(await refusal(await ask({ target }))).toMatchObject({ status: 403, error: 'not-allowed' })
    expect([sent, asked]).toEqual([[], []])
  })

  test('sends nothing over plain http', async () => {
    const { ask, sent } = startRelay({ allow: () => true })
    expect(await refusal(await ask({ target: 'http://tools.example.com/mcp' }))).toEqual({
      status: 403,
      error: 'not-allowed',
      message: 'The relay does not send requests to http://tools.example.com: plain http must be listed in allow',
      delivery: 'not-executed',
    })
    expect(sent).toEqual([])
  })

  test.for([
    'https://1.1.1.1/mcp',
    'https://172.32.0.1/mcp',
    'https://100.128.0.1/mcp',
    'https://[2606:4700::1111]/mcp',
  ])('reaches %s, which is public', async (target) => {
    const { ask, sent } = startRelay({ allow: () => true })
    expect((await ask({ target })).status).toBe(200)
    expect(sent.map(({ url }) => url)).toEqual([target])
  })
})

describe('a relay with a list', () => {
  test.for(noTargets)('refuses %j, which is no address of a server', async (target) => {
    const { ask, sent } = startRelay({ allow: [SERVER, () => true] })
    const { status, error, message } = await refusal(await ask({ target }))
    expect({ status, error }).toEqual({ status: 400, error: 'target' })
    expect(message).toBe('The address of the relay needs one http(s) URL without a user as target')
    expect(sent).toEqual([])
  })

  test.for([...otherTargets, ...privateTargets])('sends nothing to %j, which is not listed', async (target) => {
    const { ask, sent } = startRelay()
    expect(await refusal(await ask({ target }))).toMatchObject({ status: 403, error: 'not-allowed' })
    expect(sent).toEqual([])
  })

  test.for(['target=a&target=b', '', 'url=https://tools.example.com/mcp', `Target=${SERVER}/mcp`])(
    'refuses the address ?%s',
    async (query) => {
      const { ask, sent } = startRelay()
      expect(await refusal(await ask({ query }))).toMatchObject({ status: 400, error: 'target' })
      expect(sent).toEqual([])
    },
  )

  test.for(['http://127.0.0.1:3000', 'http://localhost:3000', 'https://[::1]', 'http://192.168.1.7:8080'])(
    'reaches %s, which is listed by name, and no other port of it',
    async (origin) => {
      const { ask, sent } = startRelay({ allow: [origin] })
      expect((await ask({ target: `${origin}/mcp?a=b#c` })).status).toBe(200)
      expect(sent.map(({ url }) => url)).toEqual([`${origin}/mcp?a=b`])
      const { port } = new URL(origin)
      const other = port ? origin.replace(port, '22') : `${origin}:22`
      expect(await refusal(await ask({ target: `${other}/mcp` }))).toMatchObject({ status: 403 })
    },
  )

  test('asks its functions about the rest, each with a URL of its own', async () => {
    const greedy = (url: URL) => {
      url.hostname = 'evil.example'
      return false
    }
    const own = (url: URL) => url.hostname.endsWith('.example.net')
    const { ask, sent } = startRelay({ allow: [SERVER, greedy, own] })
    expect((await ask({ target: 'https://a.example.net/mcp' })).status).toBe(200)
    expect(await refusal(await ask({ target: 'https://b.example.org/mcp' }))).toMatchObject({ error: 'not-allowed' })
    expect(sent.map(({ url }) => url)).toEqual(['https://a.example.net/mcp'])
  })

  test('does not take a truthy value for true', async () => {
    const { ask } = startRelay({ allow: (() => 'yes') as never })
    expect(await refusal(await ask())).toMatchObject({ error: 'not-allowed' })
  })
})

describe('a relay', () => {
  test.for<[string, object]>([
    ['allow', {}],
    ['allow', { allow: [] }],
    ['allow', { allow: '' }],
    ['allow', { allow: ['*'] }],
    ['allow', { allow: ['https://*.example.com'] }],
    ['allow', { allow: ['tools.example.com'] }],
    ['allow', { allow: ['https://tools.example.com/'] }],
    ['allow', { allow: ['https://tools.example.com/mcp'] }],
    ['allow', { allow: ['https://tools.example.com:443'] }],
    ['allow', { allow: ['https://user@tools.example.com'] }],
    ['allow', { allow: [undefined] }],
    ['origins', { allow: [SERVER] }],
    ['origins', { allow: [SERVER], origins: [] }],
    ['origins', { allow: [SERVER], origins: ['*'] }],
    ['origins', { allow: [SERVER], origins: ['null'] }],
    ['origins', { allow: [SERVER], origins: [`${PAGE}/`] }],
    ['credentials', { allow: [SERVER], origins: [PAGE], credentials: { '*': { authorization: 'Bearer x' } } }],
    ['keys', { allow: [SERVER], origins: [PAGE], keys: [{ key: 'short', expires: Date.now() + 1000 }] }],
    ['keys', { allow: [SERVER], origins: [PAGE], keys: [{ key: '0123456789abcdef' }] }],
    ['headers', { allow: [SERVER], origins: [PAGE], headers: ['Cookie'] }],
    ['headers', { allow: [SERVER], origins: [PAGE], headers: ['host'] }],
    ['headers', { allow: [SERVER], origins: [PAGE], headers: ['x-forwarded-for'] }],
    ['headers', { allow: [SERVER], origins: [PAGE], headers: ['a b'] }],
    ['limits', { allow: [SERVER], origins: [PAGE], limits: { idleTimeout: -1 } }],
    ['limits', { allow: [SERVER], origins: [PAGE], limits: { requestBytes: Number.NaN } }],
  ])('does not start with wrong %s: %j', ([option, options]) => {
    expect(() => startRelay({ allow: undefined, origins: undefined, ...options } as never)).toThrow(
      expect.objectContaining({
        name: 'TypeError',
        code: 'invalid-argument',
        message: expect.stringMatching(new RegExp(`^${option}`)),
      }),
    )
  })
})
