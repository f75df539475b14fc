/** Runs the scenarios in WebKitGTK, driven by plain WebDriver requests, on a virtual display (Xvfb). */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createScratch } from '../../playground/server/scratch.ts'
import { runInPage } from './page.ts'
import { startProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'
import { findProgram } from './setup.ts'

// Known only once a WebDriver session was opened.
let browserVersion = ''

export const webkit: Runtime = {
  name: 'webkit',
  async prepare() {
    await findProgram('webkit')
    await findProgram('xvfb')
  },
  async version() {
    if (!browserVersion) await (await open('about:blank'))()
    return browserVersion
  },
  run: (request) => runInPage('webkit', request, open),
}

async function open(url: string): Promise<() => Promise<void>> {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const home = await createScratch()
    undo.push(home.dispose)
    const display = await startDisplay(undo)
    const driver = await startDriver(display, home.path, undo)
    const { sessionId, capabilities } = (await driver('POST', '/session', { capabilities: {} })) as Session
    browserVersion = capabilities.browserVersion
    undo.push(() => driver('DELETE', `/session/${sessionId}`))
    await driver('POST', `/session/${sessionId}/url`, { url })
    return close
  } catch (error) {
    await close()
    throw error
  }
}

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

async function startDisplay(undo: (() => Promise<unknown>)[]): Promise<string> {
  // The server picks a free display and writes its number to the descriptor.
  const args = ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp']
  const { child, stop } = startProcess(await findProgram('xvfb'), args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  undo.push(stop)
  const failed = once(child, 'close').then(() => Promise.reject(new Error('Xvfb ended before it was ready')))
  const [number] = await Promise.race([once(child.stdio[3]!, 'data'), failed])
  failed.catch(() => undefined)
  return `:${String(number).trim()}`
}

type Driver = (method: string, path: string, body?: object) => Promise<unknown>

async function startDriver(display: string, home: string, undo: (() => Promise<unknown>)[]): Promise<Driver> {
  const port = await freePort()
  const { stop } = startProcess(await findProgram('webkit'), ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: home,
      // Without these, GTK starts a session bus that would outlive the browser.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      GTK_A11Y: 'none',
      NO_AT_BRIDGE: '1',
    },
  })
  undo.push(stop)
  const driver: Driver = async (method, path, body) => {
    const init = body ? { method, body: JSON.stringify(body) } : { method }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`WebDriver refused ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await untilReady(() => driver('GET', '/status'))
  return driver
}

async function untilReady(ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 10_000
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (Date.now() > end) throw new Error('WebKitWebDriver did not answer within 10 s', { cause: error })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
