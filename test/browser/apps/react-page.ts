/** A React application with one app, in StrictMode, which mounts twice. */
import { createElement, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { appsExtension } from '../../../src/apps/index.ts'
import { connect } from '../../../src/core/index.ts'
import { McpApp, type McpAppProps } from '../../../src/react/index.ts'

const seen = { mounts: 0, logs: [] as unknown[], errors: [] as unknown[], links: [] as string[] }
let change: (props: Partial<McpAppProps>) => void

async function render({ server, proxy, tool: name }: Record<'server' | 'proxy' | 'tool', string>): Promise<void> {
  const client = await connect(server, { extensions: appsExtension, eraCache: new Map() })
  const tool = (await client.listTools()).find((tool) => tool.name === name)!
  let links = 0
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  Object.assign(globalThis, { unmount: () => root.unmount() })
  function Application() {
    const [props, setProps] = useState<Partial<McpAppProps>>({})
    change = setProps
    const number = ++links
    return createElement(McpApp, {
      client,
      tool,
      proxy: ({ hash }) => proxy.replace('{hash}', hash),
      onMount: () => void seen.mounts++,
      onLog: ({ data }) => void seen.logs.push(data),
      onOpenLink: () => void seen.links.push(number > 1 ? 'the last rendering' : 'the first rendering'),
      fallback: (error) => `Not shown: ${(error as { reason: string }).reason}`,
      ...props,
    })
  }
  root.render(createElement(StrictMode, null, createElement(Application)))
}

Object.assign(globalThis, {
  appsPage: {
    render,
    change: (props: Partial<McpAppProps>) => change(props),
    seen: () => ({ ...seen, frames: document.querySelectorAll('iframe').length, text: document.body.textContent }),
  },
})
