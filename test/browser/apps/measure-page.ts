/** Shows the same view alternately with `mountApp()` and with the official host, and measures until it has its result. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
import { type AppClient, mountApp } from '../../../src/apps/index.ts'

const tool = { name: 'shown', inputSchema: { type: 'object' as const } }
const result = { content: [{ type: 'text' as const, text: 'sunny' }] }

/** The view logs that it has the result. */
async function showOurs(proxy: string, html: string): Promise<() => void> {
  let done!: () => void
  const told = new Promise<void>((resolve) => {
    done = resolve
  })
  const app = await mountApp(document.body, {
    client: { snapshot: () => ({ url: 'https://tools.example.com/mcp' }) } as unknown as AppClient,
    tool,
    args: {},
    result,
    view: { uri: 'ui://x', html, meta: {} },
    proxy,
    onLog: done,
  })
  await told
  return () => void app.close()
}

async function showOfficial(proxy: string, html: string): Promise<() => void> {
  let done!: () => void
  const told = new Promise<void>((resolve) => {
    done = resolve
  })
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.referrerPolicy = 'origin'
  const bridge = new AppBridge(
    null,
    { name: 'official host', version: '1.0.0' },
    { logging: {} },
    { hostContext: { toolInfo: { tool } } },
  )
  bridge.onloggingmessage = done
  bridge.onsandboxready = () => void bridge.sendSandboxResourceReady({ html, sandbox: 'allow-scripts allow-forms' })
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: {} })
    await bridge.sendToolResult(result)
  }
  frame.src = proxy
  document.body.append(frame)
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
  await told
  return () => void bridge.teardownResource({}).finally(() => frame.remove())
}

async function time(run: () => Promise<() => void>): Promise<number> {
  const started = performance.now()
  const end = await run()
  const took = performance.now() - started
  end()
  return took
}

async function measure(proxy: string, html: string, count: number): Promise<Record<'ours' | 'official', number[]>> {
  const times = { ours: [] as number[], official: [] as number[] }
  for (let index = 0; index < count; index++) {
    times.ours.push(await time(() => showOurs(proxy, html)))
    times.official.push(await time(() => showOfficial(proxy, html)))
  }
  return times
}

Object.assign(globalThis, { appsPage: { measure } })
