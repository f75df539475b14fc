/** The application's own origin: its page, its callback page, and what browsers tell about them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { root } from '../runtimes/paths.ts'
import type { Settings } from './app/settings.ts'

export interface Scripts {
  'app.js': string
  'callback.js': string
}

export interface Site {
  origin: string
  /** What came from browsers: `Referer` headers that name a code, and violations of the policies. */
  complaints: string[]
  close(): void
}

const strict = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  'report-uri /violation',
]
const open = 'connect-src http://127.0.0.1:* http://localhost:*'
const page = (head: string, body: string) => `<!doctype html><meta charset="utf-8"><title>app</title>${head}${body}`

const appPage = (settings: Settings) =>
  page(
    `<script type="application/json" id="settings">${JSON.stringify(settings)}</script><script type="module" src="/app.js"></script>`,
    '<button id="sign-in">Sign in</button><a id="link" target="_blank" rel="noopener" hidden>Sign in here</a>',
  )
/** A page of another site that has the application in a frame. */
const framePage = (origin: string) => page('', `<iframe src="${origin}/" width="400" height="300"></iframe>`)
const callbackPage = page('<script type="module" src="/callback.js"></script>', '<p>You can close this window.</p>')

/** The application and the callback script, from the sources. */
export async function bundleScripts(): Promise<Scripts> {
  const { outputFiles } = await build({
    entryPoints: {
      app: `${root}/test/browser-oauth/app/page.ts`,
      callback: `${root}/src/oauth/callback/index.ts`,
    },
    outdir: root,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  })
  const find = (name: string) => outputFiles.find(({ path }) => path.endsWith(name))!.text
  return { 'app.js': find('app.js'), 'callback.js': find('callback.js') }
}

/** An origin of its own for each case, so that no storage is shared. */
export async function startSite(scripts: Scripts, settings: Settings): Promise<Site> {
  const complaints: string[] = []
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin: origin(), complaints, close }

  function origin(): string {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    if (/[?&]code=/.test(request.headers.referer ?? '')) complaints.push(`referer ${request.headers.referer}`)
    if (pathname === '/violation') complaints.push(`violation ${await readBody(request)}`)
    if (pathname === '/callback') sendPage(response, callbackPage, strict)
    else if (pathname === '/elsewhere') sendPage(response, framePage(origin()), [`frame-src ${origin()}`])
    else if (pathname === '/app.js' || pathname === '/callback.js')
      send(response, 'text/javascript', scripts[pathname.slice(1) as keyof Scripts])
    else sendPage(response, appPage(settings), [...strict, open])
  }
}

/** As the documentation tells to serve a page that people come back to: what it loads must not learn the code. */
function sendPage(response: ServerResponse, html: string, policy: readonly string[]): void {
  const headers = { 'content-security-policy': policy.join('; '), 'referrer-policy': 'no-referrer' }
  send(response, 'text/html', html, headers)
}

function send(response: ServerResponse, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body)
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}
