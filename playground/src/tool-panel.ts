/** One tool: what it says of itself, its arguments, and calling it. */
import type { Client, Tool } from 'mcp-over-fetch'
import { createArguments } from './arguments.ts'
import { element } from './element.ts'
import { type Ending, showOutcome } from './outcome.ts'
import { createRunning, type Running } from './running.ts'
import { clip, textOf } from './show.ts'

export interface ToolPanel {
  element: HTMLElement
  heading: HTMLElement
}

export function createToolPanel(client: Client, tool: Tool): ToolPanel {
  const editor = createArguments(tool.inputSchema)
  const button = element('button', { className: 'primary' }, 'Call')
  const announcement = element('p', { className: 'unseen', role: 'status' })
  const below = element('div')
  const form = element('form', {}, editor.element, element('div', { className: 'row' }, button, editor.toggle))
  let isRunning = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isRunning) void call()
  })
  const heading = element('h2', { tabIndex: -1 }, clip(tool.name, 200))
  return {
    element: element('div', { className: 'stack' }, heading, ...describe(tool), form, announcement, below),
    heading,
  }

  async function call(): Promise<void> {
    const running = createRunning()
    setRunning(true)
    below.replaceChildren(running.element)
    const ending = await settle(running)
    const outcome = showOutcome(ending, tool.name, running.end())
    setRunning(false)
    const stopHadFocus = running.element.contains(document.activeElement)
    below.replaceChildren(outcome)
    if (stopHadFocus) button.focus()
    announcement.textContent = outcome.querySelector('h3')?.textContent ?? ''
  }

  async function settle({ signal, report }: Running): Promise<Ending> {
    try {
      return { result: await client.callTool(tool.name, editor.read(), { signal, onProgress: report }) }
    } catch (error) {
      return signal.aborted ? 'stopped' : { error }
    }
  }

  /** Not `disabled`, which would take the focus away from whoever called by keyboard. */
  function setRunning(running: boolean): void {
    isRunning = running
    button.ariaDisabled = String(running)
    announcement.textContent = ''
  }
}

function describe({ title, description, annotations, outputSchema }: Tool): HTMLElement[] {
  const shown: HTMLElement[] = []
  const known = textOf(title) ?? textOf(annotations?.title)
  const said = textOf(description)
  if (known) shown.push(element('p', { className: 'title' }, clip(known, 200)))
  if (said) shown.push(element('p', { className: 'description' }, clip(said, 10_000)))
  const hints = {
    'read-only': annotations?.readOnlyHint,
    destructive: annotations?.destructiveHint,
    idempotent: annotations?.idempotentHint,
    'open world': annotations?.openWorldHint,
    'structured output': outputSchema !== undefined,
  }
  const tags = Object.entries(hints).filter(([, hint]) => hint === true)
  if (tags.length > 0) {
    shown.push(element('ul', { className: 'tags' }, ...tags.map(([name]) => element('li', {}, name))))
  }
  return shown
}
