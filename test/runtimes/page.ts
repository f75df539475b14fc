/** Serves the page that runs the suite in a browser, and collects its results. */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { limits, type Result, type RunRequest, type SuiteRequest } from './runtime.ts'

// A strict policy: the client must need neither `eval` nor any request but fetch.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self' http://127.0.0.1:* http://localhost:*",
  'report-uri /violation',
].join('; ')
const html = '<!doctype html><meta charset="utf-8"><title>suite</title><script type="module" src="/page.mjs"></script>'

/** Opens a page in a browser; resolves with a function that closes the browser. */
export type OpenPage = (url: string) => Promise<() => Promise<void>>

export async function runInPage(
  runtime: SuiteRequest['runtime'],
  { bundle, ...request }: RunRequest,
  open: OpenPage,
): Promise<Result[]> {
  const results: Result[] = []
  const fail = (error: string) =>
    results.push({ name: `the page runs to its end without a violation`, ok: false, ms: 0, error })
  const page = await servePage(bundle, { runtime, ...request }, (kind, body) => {
    if (kind === 'result') results.push(JSON.parse(body))
    else fail(`${kind}: ${body}`)
  })
  try {
    const close = await open(page.url)
    try {
      await page.finished
    } catch (error) {
      fail(`${(error as Error).message} after ${results.at(-1)?.name ?? 'it was opened'}`)
    } finally {
      await close()
    }
  } finally {
    page.dispose()
  }
  return results
}

interface Page {
  url: string
  /** Rejects when the page falls silent. */
  finished: Promise<void>
  dispose(): void
}

type OnReport = (kind: 'result' | 'violation' | 'broken', body: string) => void

async function servePage(bundle: string, request: SuiteRequest, onReport: OnReport): Promise<Page> {
  let finish!: () => void
  let giveUp!: () => void
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve
    giveUp = () => reject(new Error(`the page said nothing for ${limits.silence / 1000} s`))
  })
  // Not awaited while the browser starts, so its rejection must not count as unhandled.
  finished.catch(() => undefined)
  let timer = setTimeout(giveUp, limits.silence)
  const server = createServer((incoming, response) => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, limits.silence)
    void answer(incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const dispose = () => {
    clearTimeout(timer)
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, finished, dispose }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/'
    if (incoming.method === 'POST') {
      const body = await readBody(incoming)
      if (path === '/result' || path === '/violation' || path === '/broken') onReport(path.slice(1) as 'result', body)
      response.writeHead(204).end()
      if (path === '/end' || path === '/broken') finish()
    } else if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html)
    } else if (path === '/request') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request))
    } else if (path === '/page.mjs' || path === '/suite.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readFile(join(bundle, path)))
    } else {
      response.writeHead(404).end()
    }
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk
  return body
}
