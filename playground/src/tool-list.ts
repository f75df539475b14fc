/** The tools of a server, to look through and to pick from. */
import type { Tool } from 'mcp-over-fetch'
import { element } from './element.ts'
import { clip, textOf } from './show.ts'

export function createToolList(tools: readonly Tool[], pick: (tool: Tool) => void): HTMLElement {
  const count = element('span', { className: 'muted', role: 'status' })
  const filter = element('input', { type: 'search', id: 'filter', placeholder: 'Filter', autocomplete: 'off' })
  filter.ariaLabel = 'Filter the tools by name or description'
  const items = tools.map((tool) => ({ text: searchable(tool), ...createItem(tool) }))
  for (const { tool, button } of items) button.addEventListener('click', () => choose(tool))
  filter.addEventListener('input', narrow)
  narrow()
  return element(
    'section',
    { className: 'card tools stack' },
    element('h2', {}, 'Tools ', count),
    filter,
    element('ul', {}, ...items.map(({ item }) => item)),
  )

  function choose(chosen: Tool): void {
    for (const { tool, button } of items) button.ariaCurrent = tool === chosen ? 'true' : null
    pick(chosen)
  }

  function narrow(): void {
    const wanted = filter.value.trim().toLowerCase()
    for (const { item, text } of items) item.hidden = !text.includes(wanted)
    const left = items.filter(({ item }) => !item.hidden).length
    count.textContent = wanted ? `${left} of ${items.length}` : String(items.length)
  }
}

function createItem(tool: Tool) {
  const said = textOf(tool.description) ?? textOf(tool.title)
  const button = element('button', { type: 'button' }, element('code', {}, clip(tool.name, 200)))
  if (said) button.append(element('span', { className: 'muted' }, clip(said, 300)))
  return { tool, button, item: element('li', {}, button) }
}

function searchable({ name, title, description }: Tool): string {
  return [name, textOf(title), textOf(description)].join(' ').toLowerCase()
}
