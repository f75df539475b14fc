/** The official host on a page of ours: it shows a view through our proxy page, and keeps what it is asked. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

export interface BridgeLog {
  logger?: string
  data: unknown
}

const logs: BridgeLog[] = []
const modes: string[] = []

async function show(proxy: string, html: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  frame.referrerPolicy = 'origin'
  frame.src = proxy
  document.body.append(frame)
  const modalities = { text: {}, structuredContent: {} }
  const bridge = new AppBridge(
    null,
    { name: 'official host', version: '1.0.0' },
    {
      ...{ openLinks: {}, serverTools: {}, serverResources: {}, logging: {} },
      ...{ updateModelContext: modalities, message: modalities },
    },
    {
      hostContext: {
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen'],
        toolInfo: { tool: { name: 'shown', inputSchema: { type: 'object' } } },
      },
    },
  )
  bridge.onloggingmessage = (params) => void logs.push(params as BridgeLog)
  bridge.onsizechange = ({ height }) => {
    if (height) frame.style.height = `${height}px`
  }
  bridge.onopenlink = async ({ url }) => {
    if (!url.startsWith('https:')) throw new Error('Only https')
    return {}
  }
  bridge.onmessage = async (params) => (JSON.stringify(params).includes('refuse me') ? { isError: true } : {})
  bridge.onupdatemodelcontext = async () => ({})
  bridge.onrequestdisplaymode = async ({ mode }) => {
    const now = mode === 'pip' ? 'inline' : mode
    modes.push(now)
    return { mode: now }
  }
  bridge.oncalltool = async ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] })
  bridge.onsandboxready = () =>
    void bridge.sendSandboxResourceReady({ html, sandbox: 'allow-scripts allow-same-origin' })
  bridge.oninitialized = async () => {
    await bridge.sendToolInput({ arguments: { city: 'Paris' } })
    await bridge.sendToolResult({ content: [{ type: 'text', text: 'sunny' }] })
  }
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
}

Object.assign(globalThis, { appsPage: { show, logs: () => logs } })
