/** The body ledger: a fetch that records what its caller does with every response body. */
import type { Ledger } from '../scenarios/scenario.ts'

type Row = ReturnType<Ledger['bodies']>[number]

/** Methods that consume a body without its reader; the ledger does not support them. */
const unseen = ['pipeTo', 'pipeThrough', 'tee', 'values', Symbol.asyncIterator] as const
const whole = ['text', 'json', 'arrayBuffer', 'blob', 'formData', 'bytes'] as const

/**
 * A body is `open` until its caller read its end (`read`), saw it fail (`errored`), or released it by `cancel()` or by
 * aborting the request (`cancelled`). The platform's own response and streams are returned and only observed, so that a
 * scenario tests each engine as it is.
 */
export function createLedger(): Ledger {
  const rows: Row[] = []
  const waiting = new Set<() => void>()
  return { fetch: watchedFetch, bodies: () => rows.map((row) => ({ ...row })), settled }

  async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init)
    const request = input instanceof Request ? input : undefined
    const url = response.url || (request?.url ?? String(input))
    const method = init?.method ?? request?.method ?? 'GET'
    // Some engines give a body even to statuses that cannot have one.
    const hasBody = response.body !== null && ![204, 205, 304].includes(response.status)
    const row: Row = { url, method, status: response.status, state: hasBody ? 'open' : 'none' }
    rows.push(row)
    if (response.body && hasBody) {
      const settle = (state: Row['state']) => {
        if (row.state !== 'open') return
        row.state = state
        for (const check of [...waiting]) check()
      }
      const signal = init?.signal ?? request?.signal
      if (signal?.aborted) settle('cancelled')
      signal?.addEventListener('abort', () => settle('cancelled'), { once: true })
      watchResponse(response, response.body, settle)
    }
    return response
  }

  function settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      const open = () => rows.filter((row) => row.state === 'open')
      const check = () => {
        if (open().length > 0) return
        stop()
        resolve()
      }
      const stop = () => {
        clearTimeout(timer)
        waiting.delete(check)
      }
      const timer = setTimeout(() => {
        stop()
        const names = open().map(({ method, url, status }) => `${method} ${url} (${status})`)
        reject(new Error(`bodies still open: ${names.join(', ')}`))
      }, 30_000)
      waiting.add(check)
      check()
    })
  }
}

type Settle = (state: Row['state']) => void

function watchResponse(response: Response, body: ReadableStream<Uint8Array>, settle: Settle): void {
  // Engines may make a new wrapper at each access; the watched stream must be the one the caller gets.
  define(response, 'body', body)
  for (const name of whole) {
    const read = (response as unknown as Record<string, unknown>)[name]
    if (typeof read !== 'function') continue
    define(response, name, () => follow(read.call(response) as Promise<unknown>, () => settle('read'), settle))
  }
  define(response, 'clone', () => refuse('clone'))
  for (const name of unseen) define(body, name, () => refuse(String(name)))
  const cancel = body.cancel.bind(body)
  define(body, 'cancel', (reason?: unknown) => {
    const done = cancel(reason)
    // A locked stream refuses to be cancelled.
    if (!body.locked) settle('cancelled')
    return done
  })
  const getReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array>
  define(body, 'getReader', (options?: unknown) =>
    options === undefined ? watchReader(getReader(), settle) : refuse('getReader with options'),
  )
}

function watchReader(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  settle: Settle,
): ReadableStreamDefaultReader<Uint8Array> {
  const read = reader.read.bind(reader)
  const cancel = reader.cancel.bind(reader)
  const releaseLock = reader.releaseLock.bind(reader)
  let held = true
  define(reader, 'read', () => {
    const seen = (chunk: { done: boolean }) => chunk.done && settle('read')
    return follow(read(), seen, (state) => held && settle(state))
  })
  define(reader, 'cancel', (reason?: unknown) => {
    if (held) settle('cancelled')
    return cancel(reason)
  })
  define(reader, 'releaseLock', () => {
    held = false
    releaseLock()
  })
  return reader
}

/** Observes an outcome without a separate handler, which would hide an unhandled rejection. */
function follow<T>(promise: Promise<T>, fulfilled: (value: T) => void, settle: Settle): Promise<T> {
  return promise.then(
    (value) => {
      fulfilled(value)
      return value
    },
    (error: unknown) => {
      settle('errored')
      throw error
    },
  )
}

function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true })
}

function refuse(name: string): never {
  throw new Error(`the ledger cannot follow a body through ${name}`)
}
