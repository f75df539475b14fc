/** Runs the client in a page of Chromium: one page per scenario. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { findProgram } from '../support/programs.ts'
import { show } from '../support/show.ts'
import type { ScenarioRequest } from './scenarios.ts'

export interface PageHost {
  /** Runs the scenario that is posted to it. */
  url: string
  dispose(): Promise<void>
}

export async function startPages(script: string): Promise<PageHost> {
  const browser = await chromium.launch({
    executablePath: await findProgram('chromium'),
    // The servers of the suite send no CORS headers: this is about the protocol, not about the browser's policy.
    args: [...chromiumArguments, '--disable-web-security'],
  })
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET')
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    let body = ''
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk
    const error = await runInPage(browser, url, script, JSON.parse(body)).catch(show)
    return response.writeHead(error ? 500 : 200).end(error)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    url,
    async dispose() {
      await browser.close()
      server.close().closeAllConnections()
    },
  }
}

async function runInPage(browser: Browser, url: string, script: string, request: ScenarioRequest): Promise<string> {
  const page = await browser.newPage()
  try {
    await page.goto(url)
    await page.addScriptTag({ path: script, type: 'module' })
    await page.waitForFunction('globalThis.runScenario')
    await page.evaluate(`globalThis.runScenario(${JSON.stringify(request)})`)
    return ''
  } finally {
    await page.close()
  }
}
