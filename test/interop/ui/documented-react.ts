/** Mounts the components of docs/ui.md against the example server, and clicks. */

import { Tools } from 'recipe:react0'
import { App } from 'recipe:react1'
import { Studio } from 'recipe:react2'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { authorizationServer, createMockServer } from '../../../src/testing/index.ts'
import { createControlledServer } from '../../package/examples/server.ts'

/** The text of an element, once there is one. */
async function textOf(selector: string, test = (text: string) => text !== ''): Promise<string> {
  for (const end = performance.now() + 30_000; performance.now() < end; ) {
    const text = document.querySelector(selector)?.textContent ?? ''
    if (test(text)) return text
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${selector} never came to that: ${document.body.textContent}`)
}

export async function run(): Promise<Record<string, string>> {
  globalThis.fetch = createControlledServer().fetch
  createRoot(document.body.appendChild(document.createElement('div'))).render(h(Tools))
  const tools = await textOf('li')
  createRoot(document.body.appendChild(document.createElement('div'))).render(h(App))
  await textOf('p button')
  document.querySelector<HTMLButtonElement>('p button')!.click()
  const asked = await textOf('dialog')
  document.querySelector<HTMLButtonElement>('dialog button')!.click()
  const deployed = await textOf('p', (text) => text.includes('deployed'))
  // Now the server wants a token.
  globalThis.fetch = createMockServer({ origin: 'https://tools.example.com', auth: authorizationServer() }).fetch
  const studio = document.body.appendChild(document.createElement('section'))
  createRoot(studio).render(h(Studio))
  const login = await textOf('section button')
  return { tools, asked, login, deployed }
}
