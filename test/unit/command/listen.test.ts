/** The listeners of the command: no request can end the process, and only their own names are answered. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listenOnLoopback } from '../../../bin/relay/listen.ts'

let listening: Listening
const seen: string[] = []

beforeAll(async () => {
  listening = await listenOnLoopback(
    0,
    () => (request) => {
      seen.push(new URL(request.url).pathname)
      if (request.url.endsWith('/throws')) throw new Error('a defect')
      return new Response('fine')
    },
    'another name\n',
  )
})
afterAll(() => listening.close())

/** The first line of the response. */
function send(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text.split('\r\n')[0]!))
    socket.on('error', reject)
  })
}

describe('a listener on 127.0.0.1', () => {
  test.each([
    ['GET // HTTP/1.1', 'Host: 127.0.0.1:PORT', 200],
    ['GET //evil.example/x HTTP/1.1', 'Host: 127.0.0.1:PORT', 200],
    ['GET /%zz?%zz HTTP/1.1', 'Host: localhost:PORT', 200],
    ['GET /throws HTTP/1.1', 'Host: localhost:PORT', 500],
    ['GET http://evil.example/ HTTP/1.1', 'Host: 127.0.0.1:PORT', 400],
    ['GET http:// HTTP/1.1', 'Host: 127.0.0.1:PORT', 400],
    ['OPTIONS * HTTP/1.1', 'Host: 127.0.0.1:PORT', 400],
    ['TRACE / HTTP/1.1', 'Host: 127.0.0.1:PORT', 400],
    ['GET / HTTP/1.1', 'Host: evil.example', 421],
    ['GET / HTTP/1.1', 'Host: 127.0.0.1:PORT@evil.example', 421],
    ['GET / HTTP/1.1', 'Host:', 421],
    ['GET / HTTP/1.0', 'X-None: 1', 421],
  ])('answers %s with %s', async (line, host, status) => {
    expect(await send(`${line}\r\n${host.replace('PORT', String(listening.port))}`)).toMatch(` ${status} `)
    expect(await send(`GET /after HTTP/1.1\r\nHost: 127.0.0.1:${listening.port}`)).toMatch(' 200 ')
  })

  test('takes a path with two slashes for a path', () => {
    expect(seen).toContain('//evil.example/x')
  })
})
