/** The mock server at an address, in Node. */
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { createMockServer } from 'mcp-over-fetch/testing'

const mock = createMockServer()

const listener = createServer(async (incoming, outgoing) => {
  const left = new AbortController()
  outgoing.on('close', () => left.abort())
  const { method, headers, url } = incoming
  const body = method === 'GET' || method === 'HEAD' ? null : Readable.toWeb(incoming)
  const address = new URL(url, `http://${headers.host}`)
  const response = await mock.handle(
    new Request(address, { method, headers, body, duplex: 'half', signal: left.signal }),
  )
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body)
    Readable.fromWeb(response.body)
      .on('error', () => outgoing.destroy())
      .pipe(outgoing)
  else outgoing.end()
})

listener.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${listener.address().port}/mcp`)
})
