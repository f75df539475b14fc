/** Renders the hooks with React on a server. */
import { McpProvider, useMcp, useMcpTools, useTool } from 'mcp-over-fetch/react'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { fetch, store, withRequests } from './counting-store.ts'

function App() {
  const { status, tools } = useMcp('https://tools.example.com/mcp', { fetch })
  const shared = useMcp()
  const { tool, pending } = useTool('echo')
  return h('p', null, [status, shared.status, tools.length, useMcpTools().length, !tool, pending].join(' '))
}

export const render = () => withRequests(renderToString(h(McpProvider, { store, children: h(App) })))
