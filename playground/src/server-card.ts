/** Who the server is, and what was agreed with it. */
import type { Client, ServerCapabilities } from 'mcp-over-fetch'
import { element } from './element.ts'
import { clip, facts, preformatted, textOf } from './show.ts'

export function createServerCard({ server, connection }: Client): HTMLElement {
  const { info, capabilities, instructions } = server
  const name = clip(textOf(info?.title) ?? textOf(info?.name) ?? 'A server without a name', 200)
  const said = textOf(instructions)
  return element(
    'section',
    { className: 'card server stack' },
    element('h2', {}, name),
    facts({
      // The heading has it already, unless it prefers the title.
      Name: textOf(info?.title) && textOf(info?.name),
      Version: textOf(info?.version),
      Protocol: connection.protocolVersion,
      Transport: transports[connection.transport] ?? connection.transport,
      Capabilities: showCapabilities(capabilities),
    }),
    said && element('details', {}, element('summary', {}, 'Instructions'), preformatted(said)),
  )
}

const transports: Record<string, string> = { 'streamable-http': 'Streamable HTTP', sse: 'HTTP+SSE' }

function showCapabilities(capabilities: ServerCapabilities | undefined): Node | string {
  if (!capabilities) return 'the server did not say'
  const tags = Object.entries(capabilities).map(([name, detail]) => {
    const flags = Object.entries(detail ?? {}).filter(([, value]) => value === true)
    const more = flags.map(([flag]) => flag).join(', ')
    return element('li', {}, clip(name, 100), more && element('span', { className: 'muted' }, ` ${clip(more, 200)}`))
  })
  return tags.length > 0 ? element('ul', { className: 'tags' }, ...tags) : 'none'
}
