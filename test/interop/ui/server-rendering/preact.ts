/** Renders the hooks with Preact on a server. */
import { useMcp } from 'mcp-over-fetch/react'
import { renderToString } from 'preact-render-to-string'
import { createElement as h } from 'react'
import { fetch, withRequests } from './counting-store.ts'

function App() {
  return h('p', null, useMcp('https://tools.example.com/mcp', { fetch }).status)
}

export const render = () => withRequests(renderToString(h(App)))
