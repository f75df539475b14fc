/** Opens what was built in Chromium, and waits for what the application says. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startHttpServer } from '../../browser/playground/http-server.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
}

/** A page that runs this script as a module. */
export const pageWith = (script: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`

/** The script of such a page: the title becomes what the application says. */
export const program = (name: string): string =>
  `import { greet } from './greet.js'\ndocument.title = await greet('${name}').catch(String)\n`

/** The title of the page at this address, once it has one; errors of the page otherwise. */
export async function titleAt(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  try {
    await page.goto(url)
    await page.waitForFunction('document.title', undefined, { timeout: 15_000 }).catch(() => {})
    return (await page.title()) || errors.join('\n') || 'nothing happened'
  } finally {
    await page.close()
  }
}

/** The title of `index.html` of a folder. */
export async function titleOf(browser: Browser, folder: string): Promise<string> {
  const { origin, close } = await startHttpServer(async (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const body = await readFile(join(folder, path)).catch(() => undefined)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body)
  })
  try {
    return await titleAt(browser, `${origin}/`)
  } finally {
    close()
  }
}
