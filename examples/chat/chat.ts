/** A chat in a page: the tools of two servers, and a model that uses them. No server of your own is needed. */
import type { CallToolResult } from 'mcp-over-fetch'
import { connectGroup } from 'mcp-over-fetch/group'
import { modelTools } from 'mcp-over-fetch/tools'
import { askModel, type Message } from './model.ts'

const $ = <E extends Element>(selector: string) => document.querySelector<E>(selector)!
const [form, input, button] = [$<HTMLFormElement>('form'), $<HTMLInputElement>('input'), $<HTMLButtonElement>('button')]

/** One failing server takes no other with it; `group.get().servers` says how each of them is. */
const group = await connectGroup({ atlas: '/atlas/mcp', weather: '/weather/mcp' })
showServers()
group.subscribe(showServers)
button.disabled = false

const messages: Message[] = []
/** A model that always wants another tool is stopped after so many answers. */
const MOST_ANSWERS = 8

form.onsubmit = async (event) => {
  event.preventDefault()
  button.disabled = true
  say('user', input.value)
  input.value = ''
  await answer().catch((error) => say('tool', String(error)))
  button.disabled = false
  input.focus()
}

/** Asks the model until it wants no more tools. */
async function answer(): Promise<void> {
  const tools = await modelTools(group, {
    // Tools that only read may pass; the user decides about the others.
    approve: ({ name, annotations }, args) =>
      annotations.readOnlyHint || confirm(`Allow ${name} ${JSON.stringify(args)}?`),
  })
  for (let answers = 0; answers < MOST_ANSWERS; answers++) {
    const { text, toolCalls = [] } = await askModel(messages, tools.list)
    if (text) say('assistant', text)
    if (!toolCalls.length) return
    for (const { name, args } of toolCalls) {
      const result = tools.find(name)?.call(args) ?? Promise.reject(new Error(`There is no tool ${name}`))
      const text = await result.then(textOf, (error: Error) => error.message)
      say('tool', text, `${name} ${JSON.stringify(args)} → `)
    }
  }
  say('assistant', `I stop here, after ${MOST_ANSWERS} answers.`)
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' ')
}

function say(role: Message['role'], text: string, prefix = ''): void {
  messages.push({ role, text })
  const line = document.createElement('p')
  line.className = role
  line.textContent = prefix + text
  $('#log').append(line)
}

function showServers(): void {
  const { servers, tools } = group.get()
  const states = Object.entries(servers).map(([name, { status }]) => `${name}: ${status}`)
  $('#servers').textContent = `${states.join(' · ')} · ${tools.length} tools`
}
