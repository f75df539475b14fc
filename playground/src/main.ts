/** The page: from an address to a connected server and its tools, and back. */
import { type Client, connect, type Tool } from 'mcp-over-fetch'
import { byId, element } from './element.ts'
import { showFailure } from './failure.ts'
import { createServerCard } from './server-card.ts'
import { createToolList } from './tool-list.ts'
import { createToolPanel, type ToolPanel } from './tool-panel.ts'
import { createWireLog } from './wire-log.ts'

/** Put in place by Vite; empty in a built page. */
declare const PREFILLED_ADDRESS: string

const form = byId('connect')
const address = byId<HTMLInputElement>('address')
const button = byId<HTMLButtonElement>('connect-button')
const status = byId('status')
const refused = byId('refused')
const serverPlace = byId('server')
const workbench = byId('workbench')
const onEvent = createWireLog(byId('wire-events'), byId('wire-count'))

/** What the button does instead of connecting. */
let leave: (() => void) | undefined

address.value = PREFILLED_ADDRESS
button.addEventListener('click', (event) => {
  if (!leave) return
  // Leaving may turn this into the button that connects while the click is still under way.
  event.preventDefault()
  leave()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!leave) void enter()
})

async function enter(): Promise<void> {
  const cancelling = new AbortController()
  refused.replaceChildren()
  showState('Connecting…', 'Cancel', () => cancelling.abort())
  try {
    const client = await connect(address.value, { signal: cancelling.signal, onEvent })
    stay(client)
  } catch (error) {
    showState('Not connected', 'Connect')
    if (!cancelling.signal.aborted) refused.replaceChildren(showRefusal('Could not connect', error))
  }
}

function stay(client: Client): void {
  const close = () => void client.close()
  showState('Connected', 'Disconnect', close)
  // The page may come back from the browser's history; the session would not.
  addEventListener('pagehide', close)
  client.subscribe(() => {
    if (client.connection.status !== 'closed') return
    removeEventListener('pagehide', close)
    showState('Not connected', 'Connect')
    serverPlace.replaceChildren()
    workbench.replaceChildren()
  })
  serverPlace.replaceChildren(createServerCard(client))
  void showTools(client)
}

async function showTools(client: Client): Promise<void> {
  const panels = new Map<Tool, ToolPanel>()
  workbench.replaceChildren(element('p', { className: 'muted' }, 'Loading the tools…'))
  let tools: Tool[]
  try {
    tools = await client.listTools()
  } catch (error) {
    if (client.connection.status !== 'closed') workbench.replaceChildren(showRefusal('Could not list the tools', error))
    return
  }
  const hint = element('p', { className: 'muted' }, tools.length > 0 ? 'Pick a tool to call it.' : 'It has no tools.')
  const place = element('div', { className: 'card tool' }, hint)
  workbench.replaceChildren(createToolList(tools, pick), place)

  // A panel is kept: its arguments, its result, and a call that still runs.
  function pick(tool: Tool): void {
    const panel = panels.get(tool) ?? createToolPanel(client, tool)
    panels.set(tool, panel)
    place.replaceChildren(panel.element)
    panel.heading.focus()
  }
}

function showState(text: string, action: string, act?: () => void): void {
  leave = act
  status.textContent = text
  address.readOnly = act !== undefined
  button.textContent = action
  button.classList.toggle('primary', !act)
  // Enter in the address must only ever connect.
  button.type = act ? 'button' : 'submit'
}

function showRefusal(title: string, error: unknown): HTMLElement {
  return element('section', { className: 'outcome stack bad' }, element('h2', {}, title), showFailure(error))
}
