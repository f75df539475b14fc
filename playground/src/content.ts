/** Shows the content of a result: text, images, sound, resources. Nothing in it makes the browser fetch anything. */
import type { ContentBlock } from 'mcp-over-fetch'
import { element } from './element.ts'
import { asText, block, clip, facts, labelled, preformatted, textOf, toJson } from './show.ts'

export function showContent(content: ContentBlock, tool: string): HTMLElement {
  switch (content.type) {
    case 'text':
      return preformatted(asText(content.text))
    case 'image':
    case 'audio':
      return media(content.data, content.mimeType, tool) ?? unknown(content)
    case 'resource_link':
      return link(content)
    case 'resource':
      return resource(content, tool) ?? unknown(content)
    default:
      return unknown(content)
  }
}

/** Undefined when it is neither an image nor sound, or not base64. */
function media(data: unknown, mimeType: unknown, tool: string): HTMLElement | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string' || /[^A-Za-z0-9+/=]/.test(data)) return undefined
  const [, kind] = /^(image|audio)\/[\w.+-]+$/.exec(mimeType) ?? []
  if (!kind) return undefined
  const src = `data:${mimeType};base64,${data}`
  const size = `${Math.floor((data.length * 3) / 4).toLocaleString()} bytes`
  const caption = element('figcaption', { className: 'muted' }, `${mimeType}, ${size}`)
  if (kind === 'audio') {
    const sound = element('audio', { src, controls: true, ariaLabel: `Sound from ${tool}` })
    return element('figure', {}, sound, caption)
  }
  const image = element('img', { src, alt: `Image from ${tool}` })
  image.addEventListener('load', () => {
    caption.textContent = `${mimeType}, ${image.naturalWidth} × ${image.naturalHeight} pixels, ${size}`
  })
  image.addEventListener('error', () => {
    caption.textContent = `${mimeType}, ${size}, but not an image that this browser can show`
  })
  return element('figure', {}, image, caption)
}

/** As text: where it leads is for the server to say, and whether to go there for the person to decide. */
function link({ uri, name, title, description, mimeType, size }: Extract<ContentBlock, { type: 'resource_link' }>) {
  return block(
    'Resource link',
    facts({
      Name: textOf(title) ?? textOf(name),
      Address: address(uri),
      Description: textOf(description),
      Type: textOf(mimeType),
      Size: typeof size === 'number' ? `${size.toLocaleString()} bytes` : undefined,
    }),
  )
}

function resource({ resource: held }: Extract<ContentBlock, { type: 'resource' }>, tool: string) {
  if (typeof held !== 'object' || held === null) return undefined
  const mimeType = textOf(held.mimeType)
  const body =
    'text' in held
      ? preformatted(asText(held.text))
      : (media(held.blob, mimeType, tool) ?? preformatted(asText(held.blob)))
  return block('Embedded resource', facts({ Address: address(held.uri), Type: mimeType }), body)
}

function address(uri: unknown): HTMLElement {
  return element('code', {}, clip(asText(uri), 2_000))
}

function unknown(content: ContentBlock): HTMLElement {
  return labelled(`Content of type ${clip(content.type, 100)}`, toJson(content))
}
