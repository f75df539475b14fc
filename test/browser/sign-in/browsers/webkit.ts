/** WebKitGTK, driven by plain WebDriver commands, on a virtual display (Xvfb). */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createScratch } from '../../../../playground/server/scratch.ts'
import { startProcess } from '../../../support/processes.ts'
import { findProgram } from '../../../support/programs.ts'
import { waitFor } from '../wait-for.ts'
import type { BrowserContext, Frame, StartBrowser, Tab } from './browser.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Command = <T>(method: string, path: string, body?: object) => Promise<T>
type Cleanups = (() => Promise<unknown>)[]

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

export const startWebkit: StartBrowser = async () => {
  const cleanups: Cleanups = []
  const close = async () => {
    for (const step of cleanups.splice(0).reverse()) await step()
  }
  try {
    const home = await createScratch()
    cleanups.push(home.dispose)
    const driver = await startDriver(await startDisplay(cleanups), home.path, cleanups)
    return { newContext: () => startContext(driver), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Each WebDriver session is a new browser. Its first window is used first: pages in windows that a command created may not open popups. */
async function startContext(driver: Command): Promise<BrowserContext> {
  const { sessionId, capabilities } = await driver<Session>('POST', '/session', { capabilities: {} })
  const command: Command = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body)
  const windows = createWindows(command)
  const handles = () => command<string[]>('GET', '/window/handles')
  let [first] = await handles()
  return {
    version: capabilities.browserVersion,
    async open(url) {
      const handle = first ?? (await command<{ handle: string }>('POST', '/window/new', { type: 'tab' })).handle
      first = undefined
      const tab = windows(handle)
      await tab.go(url)
      return tab
    },
    tabs: async () => (await handles()).map(windows),
    close: () => command('DELETE', ''),
  }
}

/** WebDriver commands apply to the current window and frame, so each one selects them first, and they run one at a time. */
function createWindows(command: Command): (handle: string) => Tab {
  let last: Promise<unknown> = Promise.resolve()
  return (handle) => {
    const commandIn = (inFrame: boolean): Command => {
      return <T>(method: string, path: string, body?: object) => {
        const turn = last.then(async () => {
          await command('POST', '/window', { handle })
          await command('POST', '/frame', { id: inFrame ? 0 : null })
          return command<T>(method, path, body)
        })
        last = turn.catch(() => undefined)
        return turn
      }
    }
    const send = commandIn(false)
    return {
      ...createFrame(send),
      url: () => send('GET', '/url'),
      go: (url) => send('POST', '/url', { url }),
      frame: async () => createFrame(commandIn(true)),
      close: () => send('DELETE', '/window'),
    }
  }
}

function createFrame(send: Command): Frame {
  return {
    async evaluate<T>(expression: string) {
      const settle = '(value) => done({ value }), (error) => done({ error: String(error) })'
      const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then(${settle})`
      const { value, error } = await send<{ value: T; error?: string }>('POST', '/execute/async', { script, args: [] })
      if (error !== undefined) throw new Error(error)
      return value
    },
    async click(selector) {
      const found = await send<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector })
      await send('POST', `/element/${found[elementKey]}/click`, {})
    },
  }
}

async function startDisplay(cleanups: Cleanups): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const screen = startProcess(await findProgram('xvfb'), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  cleanups.push(screen.stop)
  const [number] = (await once(screen.child.stdio[3]!, 'data')) as [Buffer]
  return `:${String(number).trim()}`
}

async function startDriver(display: string, home: string, cleanups: Cleanups): Promise<Command> {
  const port = await findPort()
  const noDesktop = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', GTK_A11Y: 'none', NO_AT_BRIDGE: '1' }
  const env = { ...process.env, ...noDesktop, DISPLAY: display, HOME: home }
  const args = ['--host=127.0.0.1', `--port=${port}`]
  cleanups.push(startProcess(await findProgram('webkit'), args, { stdio: 'ignore', env }).stop)
  const command: Command = async (method, path, body) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = await response.json()
    if (!response.ok) throw new Error(`WebDriver refused ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await waitFor('WebKitWebDriver answers', () => command('GET', '/status').catch(() => undefined))
  return command
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
