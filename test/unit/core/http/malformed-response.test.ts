/** A response that is not HTTP: the error of Node holds its raw bytes, and with them what the server repeats. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../src/core/index.ts'
import { oauth } from '../../../../src/oauth/index.ts'
import { agree, CALLBACK } from '../../oauth/fake-servers.ts'

const SECRET = 'hunter2-hunter2'

/** Repeats what it was sent in a header that is not one. */
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (bytes) => {
    const repeated = String(bytes).replaceAll(/[\r\n]+/g, ' ')
    socket.end(`HTTP/1.1 200 OK\r\nx-repeated: ${repeated}\r\nnot a header ${SECRET}\r\n\r\n`)
  })
})

let origin: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => void server.close())

test('an error of connect() shows none of it, however deep it is printed', async () => {
  const headers = { authorization: `Bearer ${SECRET}` }
  const error = await connect(`${origin}/mcp?key=${SECRET}`, { headers }).catch((error) => error)
  expect(error.code).toBe('connect')
  expect(inspect(error, { depth: 20 })).toContain('HTTPParserError')
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(SECRET)
})

test('nor does an error of signIn()', async () => {
  const client = { issuer: origin, id: 'app', secret: SECRET }
  const auth = oauth({ server: `${origin}/mcp?key=${SECRET}`, client, redirectUri: CALLBACK })
  const error = await auth.signIn(agree).catch((error) => error)
  expect(error.code).toBe('auth')
  expect(inspect(error, { depth: 20 })).toContain('HTTPParserError')
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(SECRET)
})
