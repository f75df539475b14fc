/** The server of the application under test: its page, its callback page, and a collector of policy violations. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import { root } from '../../support/paths.ts'
import { type HttpServer, startHttpServer } from '../playground/http-server.ts'
import type { Settings } from './app/settings.ts'

export interface Scripts {
  'app.js': string
  'callback.js': string
}

export interface AppServer extends HttpServer {
  /** Content security policy violations that browsers reported, and `Referer` headers that contain a code. */
  violations: string[]
}

const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  'report-uri /violation',
]
const connectAnywhere = 'connect-src http://127.0.0.1:* http://localhost:*'
const page = (head: string, body: string) => `<!doctype html><meta charset="utf-8"><title>app</title>${head}${body}`

const appPage = (settings: Settings) =>
  page(
    `<script type="application/json" id="settings">${JSON.stringify(settings)}</script><script type="module" src="/app.js"></script>`,
    '<button id="sign-in">Sign in</button><a id="link" target="_blank" rel="noopener" hidden>Sign in here</a>',
  )
/** A page of another site that shows the application in a frame. */
const framePage = (origin: string) => page('', `<iframe src="${origin}/" width="400" height="300"></iframe>`)
const callbackPage = page('<script type="module" src="/callback.js"></script>', '<p>You can close this window.</p>')

/** Bundles the application and the callback script from the sources. */
export async function bundleScripts(): Promise<Scripts> {
  const { outputFiles } = await build({
    entryPoints: {
      app: `${root}/test/browser/sign-in/app/page.ts`,
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

/** Each case gets a new port, and so an origin that shares no storage with other cases. */
export async function startAppServer(scripts: Scripts, settings: Settings): Promise<AppServer> {
  const violations: string[] = []
  const server = await startHttpServer((request, response) => void answer(request, response))
  return { ...server, violations }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    if (/[?&]code=/.test(request.headers.referer ?? '')) violations.push(`referer ${request.headers.referer}`)
    if (pathname === '/violation') violations.push(`violation ${await text(request)}`)
    if (pathname === '/callback') sendPage(response, callbackPage, strictPolicy)
    else if (pathname === '/elsewhere') sendPage(response, framePage(server.origin), [`frame-src ${server.origin}`])
    else if (pathname === '/app.js' || pathname === '/callback.js')
      send(response, 'text/javascript', scripts[pathname.slice(1) as keyof Scripts])
    else sendPage(response, appPage(settings), [...strictPolicy, connectAnywhere])
  }
}

/** With the headers that docs/oauth.md recommends: `no-referrer` keeps the code from the resources that the page loads. */
function sendPage(response: ServerResponse, html: string, policy: readonly string[]): void {
  const headers = { 'content-security-policy': policy.join('; '), 'referrer-policy': 'no-referrer' }
  send(response, 'text/html', html, headers)
}

function send(response: ServerResponse, type: string, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body)
}
