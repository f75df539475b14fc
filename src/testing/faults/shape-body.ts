/** Changes the body of a response on its way to the client. */
import { SCRIPTED_FAULT } from '../http/scripted-fault.ts'

/** How a changed body ends: cleanly, with a network error, or never. */
export type ShapedEnd = 'end' | 'error' | 'silence'

/** Reads the next bytes of the server; undefined at the end of its body. */
export type ReadBytes = () => Promise<Uint8Array | undefined>

/** Yields what the client gets, and returns how the body ends. */
export type Shape = (read: ReadBytes) => AsyncGenerator<Uint8Array, ShapedEnd>

/** Declared by a body that ends in an error: without it, some hosts would end the body cleanly. */
const UNREACHED_LENGTH = 2 ** 26

export function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** The same response with a body of this shape. One without a body stays as it is. */
export function shapeBody(response: Response, shape: Shape, { isCut = false }: { isCut?: boolean } = {}): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const generator = shape(async () => (await reader.read()).value)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await generator.next().catch(() => ({ done: true, value: 'error' }) as const)
        if (!done) return controller.enqueue(value)
        // The server notices that the connection has ended, except on one that only fell silent.
        if (value === 'silence') return new Promise<never>(() => {})
        if (value === 'end') controller.close()
        else controller.error(new Error(SCRIPTED_FAULT))
        await reader.cancel().catch(() => {})
      },
      cancel: (reason) => reader.cancel(reason).catch(() => {}),
    },
    { highWaterMark: 0 },
  )
  const headers = new Headers(response.headers)
  if (isCut) headers.set('content-length', String(UNREACHED_LENGTH))
  else headers.delete('content-length')
  return new Response(body, { status: response.status, headers })
}

/** All bytes of the server, one read at a time. */
export async function* passAll(read: ReadBytes): AsyncGenerator<Uint8Array, void> {
  for (let bytes = await read(); bytes; bytes = await read()) yield bytes
}

/** The text of the server in whole events; of a body that is no event stream, all of it at once. */
export async function* readUnits(read: ReadBytes, isStream: boolean): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of passAll(read)) {
    text += decoder.decode(bytes, { stream: true })
    for (let end = findEnd(text); isStream && end > 0; end = findEnd(text)) {
      yield text.slice(0, end)
      text = text.slice(end)
    }
  }
  if (text !== '') yield text
}

/** The index after the blank line that ends an event; 0 if there is none. */
function findEnd(text: string): number {
  const blank = /\r\n\r\n|\n\n|\r\r/.exec(text)
  return blank ? blank.index + blank[0].length : 0
}
