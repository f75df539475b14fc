/** A relay on 127.0.0.1 for one server and one page, with a random key in its address. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createRelay, toNodeHandler } from 'mcp-over-fetch/relay'

/** Milliseconds that the key is valid. */
const LIFETIME = 24 * 60 * 60 * 1000

/**
 * @typedef {object} RelayArguments
 * @property {URL} server
 * @property {URL} page
 * @property {string[]} allow further origins
 * @property {number} port 0 for a free one
 * @property {string | undefined} key instead of a random one
 * @property {boolean} verbose
 */

/** @param {RelayArguments} options */
export async function startRelay({ server, page, allow, port, verbose, key = randomBytes(24).toString('base64url') }) {
  const expires = new Date(Date.now() + LIFETIME)
  const relay = createRelay({
    allow: [server.origin, ...allow],
    origins: [page.origin],
    keys: [{ key, expires }],
    log: verbose ? printEntry : undefined,
  })
  const handle = toNodeHandler(relay)
  const listener = createServer((incoming, outgoing) => {
    // Another host name would be DNS rebinding: a page whose own name resolves to this machine.
    const { host = '' } = incoming.headers
    if (!hosts.has(host)) return void outgoing.writeHead(421).end(`This relay is not ${host.slice(0, 100)}\n`)
    handle(incoming, outgoing)
  })
  await listen(listener, port)
  const { port: actual } = /** @type {import('node:net').AddressInfo} */ (listener.address())
  const hosts = new Set([`127.0.0.1:${actual}`, `localhost:${actual}`])
  const address = `http://127.0.0.1:${actual}/?key=${key}`
  return {
    address,
    expires,
    /** The page with the server to connect to, through this relay. */
    link: toLink(page, server, address),
    close() {
      listener.close()
      listener.closeAllConnections()
    },
  }
}

/**
 * @param {import('node:http').Server} listener
 * @param {number} port
 */
function listen(listener, port) {
  return new Promise((resolve, reject) => {
    listener.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      const isUsed = error.code === 'EADDRINUSE'
      reject(isUsed ? new Error(`port ${port} is in use; choose another with --port`) : error)
    })
    listener.listen(port, '127.0.0.1', () => resolve(undefined))
  })
}

/**
 * After the `#`, which is sent to no server: the key is a secret.
 *
 * @param {URL} page
 * @param {URL} server
 * @param {string} relay
 */
function toLink(page, server, relay) {
  const link = new URL(page)
  link.hash = `${new URLSearchParams({ server: server.href, relay })}`
  return link.href
}

/** @param {import('mcp-over-fetch/relay').RelayLogEntry} entry */
function printEntry({ method, target = '', status, refused, bytes, milliseconds, ended }) {
  const outcome = refused ?? (ended === 'read' ? `${bytes} bytes` : ended)
  process.stdout.write(`${method} ${target} ${status} ${outcome} ${Math.round(milliseconds)} ms\n`)
}
