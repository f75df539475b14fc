/** Requests that are HTTP, but that `fetch` cannot express. Any stranger can send them to a server. */
import { once } from 'node:events'
import { connect } from 'node:net'

const ODD = [
  'TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET ftp://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET //:0 HTTP/1.1\r\nHost: \r\n\r\n',
]

/** Sends them one after the other. Resolves to the first lines of the responses; empty if the connection was just closed. */
export async function sendOddRequests(port: number): Promise<string[]> {
  const answers: string[] = []
  for (const text of ODD) {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(text.replace(/\r\n$/, 'Connection: close\r\n\r\n'))
    const stop = setTimeout(() => socket.destroy(), 2_000)
    await closed
    clearTimeout(stop)
    answers.push(received.split('\r\n')[0]!)
  }
  return answers
}
