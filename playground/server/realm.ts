/** The host of the mock server on Cloudflare: a Durable Object for each realm, behind a Worker that finds it. */
import { createClock } from '../../src/testing/clock/clock.ts'
import { FAULT } from '../../src/testing/sse/sse-connection.ts'
import { CONTROL, CONTROL_HEADER, placeOf, realmOf } from '../../src/testing/realm-url.ts'
import { createServer } from '../../src/testing/server.ts'
import { createMemoryStore } from '../../src/testing/sse/store.ts'

interface Environment {
  REALM: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
  /** Who knows it may direct the server; without it nobody may. */
  CONTROL_TOKEN?: string
  /** The port of the default realm; without it every port is. */
  FRONT_PORT?: string
}

/** The runtime's stream that fails unless it carries exactly that many bytes, and so declares its length. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>

/** Milliseconds in which written bytes reach the socket. */
const FLUSH = 20

export class Realm {
  private readonly token: string | undefined
  private readonly server = createServer({ store: createMemoryStore(), clock: createClock(), random: Math.random })

  constructor(_state: unknown, { CONTROL_TOKEN }: Environment) {
    this.token = CONTROL_TOKEN
  }

  async fetch(request: Request): Promise<Response> {
    const isControl = placeOf(request.url).path.startsWith(CONTROL)
    const isTrusted = this.token !== undefined && request.headers.get(CONTROL_HEADER) === this.token
    return isControl && isTrusted ? this.server.control(request) : withLength(await this.server(request))
  }
}

export default {
  fetch(request: Request, { REALM, FRONT_PORT }: Environment): Promise<Response> {
    return REALM.get(REALM.idFromName(realmOf(request.url, FRONT_PORT))).fetch(request)
  },
}

/** workerd takes the length of a body from its stream and not from the header. */
function withLength(response: Response): Response {
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  if (Number.isNaN(length) || !response.body) return response
  const { readable, writable } = new FixedLengthStream(length)
  pump(response.body.getReader(), writable.getWriter(), length)
  return new Response(readable, response)
}

async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  length: number,
): Promise<void> {
  let written = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await writer.write(next.value)
      written += next.value.length
    }
    if (written === length) return await writer.close()
    throw new Error(FAULT)
  } catch (reason) {
    await reader.cancel(reason).catch(() => {})
    // A body that breaks off takes along what has not left yet, be it only the head.
    await createClock().wait(FLUSH)
    await writer.abort(reason).catch(() => {})
  }
}
