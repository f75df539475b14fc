/** WebKitGTK, driven by plain WebDriver calls, on a screen of its own. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createScratch } from '../../../playground/server/scratch.ts'
import { startProcess } from '../../runtimes/processes.ts'
import { findProgram } from '../../runtimes/setup.ts'
import { until } from '../until.ts'
import type { StartBrowser, Tab, View, Visit } from './browser.ts'

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Command = <T>(method: string, path: string, body?: object) => Promise<T>
type Undo = (() => Promise<unknown>)[]

export const startWebkit: StartBrowser = async () => {
  const undo: Undo = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const home = await createScratch()
    undo.push(home.dispose)
    const driver = await startDriver(await startDisplay(undo), home.path, undo)
    return { visit: () => startVisit(driver), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A session is a browser of its own, and has one window at the start: those made by command may open no others. */
async function startVisit(driver: Command): Promise<Visit> {
  const { sessionId } = await driver<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const command: Command = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body)
  const windows = createWindows(command)
  const handles = () => command<string[]>('GET', '/window/handles')
  let [first] = await handles()
  return {
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

/** Commands go to the current window and frame, so each first says which that is, and only one goes at a time. */
function createWindows(command: Command): (handle: string) => Tab {
  let last: Promise<unknown> = Promise.resolve()
  return (handle) => {
    const tellIn = (inFrame: boolean): Command => {
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
    const tell = tellIn(false)
    return {
      ...createView(tell),
      url: () => tell('GET', '/url'),
      go: (url) => tell('POST', '/url', { url }),
      frame: async () => createView(tellIn(true)),
      close: () => tell('DELETE', '/window'),
    }
  }
}

function createView(tell: Command): View {
  return {
    async evaluate<T>(expression: string) {
      const settle = '(value) => done({ value }), (error) => done({ error: String(error) })'
      const script = `const done = arguments[0]; Promise.resolve().then(() => (${expression})).then(${settle})`
      const { value, error } = await tell<{ value: T; error?: string }>('POST', '/execute/async', { script, args: [] })
      if (error !== undefined) throw new Error(error)
      return value
    },
    async click(selector) {
      const found = await tell<Record<string, string>>('POST', '/element', { using: 'css selector', value: selector })
      await tell('POST', `/element/${found[elementKey]}/click`, {})
    },
  }
}

async function startDisplay(undo: Undo): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const screen = startProcess(await findProgram('xvfb'), args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  undo.push(screen.stop)
  const [number] = (await once(screen.child.stdio[3]!, 'data')) as [Buffer]
  return `:${String(number).trim()}`
}

async function startDriver(display: string, home: string, undo: Undo): Promise<Command> {
  const port = await findPort()
  const quiet = { DBUS_SESSION_BUS_ADDRESS: 'disabled:', GTK_A11Y: 'none', NO_AT_BRIDGE: '1' }
  const env = { ...process.env, ...quiet, DISPLAY: display, HOME: home }
  const args = ['--host=127.0.0.1', `--port=${port}`]
  undo.push(startProcess(await findProgram('webkit'), args, { stdio: 'ignore', env }).stop)
  const command: Command = async (method, path, body) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = await response.json()
    if (!response.ok) throw new Error(`WebDriver refused ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await until('WebKitWebDriver answers', () => command('GET', '/status').catch(() => undefined))
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
