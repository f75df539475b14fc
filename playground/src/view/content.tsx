/** Content of a result: text, images, sound, resources. Nothing in it makes the browser ask anybody for anything. */
import { useSignal } from '@preact/signals'
import type { ContentBlock } from 'mcp-over-fetch'
import type { ComponentChildren, JSX } from 'preact'
import { begin } from '../state/calls.ts'
import { go } from '../state/selection.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { bytes } from '../ui/format.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { clip, isObject, nonEmptyString, Pre, parseJson, Text, toText } from '../ui/text.tsx'

const MOST = 200

export function Contents({ of, from }: { of: readonly unknown[]; from: string }): JSX.Element {
  return (
    <>
      {of.slice(0, MOST).map((block, index) => (
        <Content key={index} of={block as ContentBlock} from={from} />
      ))}
      {of.length > MOST && <p class="muted">{of.length - MOST} further blocks are in the whole result.</p>}
    </>
  )
}

function Content({ of, from }: { of: ContentBlock; from: string }): JSX.Element {
  switch (of?.type) {
    case 'text':
      return <TextContent text={toText(of.text)} />
    case 'image':
    case 'audio':
      return mediaOf(of.data, of.mimeType) ? (
        <Media data={of.data} mimeType={of.mimeType} from={from} />
      ) : (
        <Unknown of={of} />
      )
    case 'resource_link':
      return <Link of={of} />
    case 'resource':
      return isObject(of.resource) ? <Resource of={of.resource} from={from} /> : <Unknown of={of} />
    default:
      return <Unknown of={of} />
  }
}

/** Text that is JSON can also be looked at as such. */
function TextContent({ text }: { text: string }): JSX.Element {
  const parsed = text.length < 200_000 && /^\s*[{[]/.test(text) ? parseJson(text) : undefined
  if (parsed === undefined) return <Pre label="Text" text={text} />
  return (
    <Block kind="Text that is JSON">
      <JsonTree value={parsed} label="Text as JSON" />
    </Block>
  )
}

function Media({ data, mimeType, from }: { data: unknown; mimeType: unknown; from: string }): JSX.Element {
  const said = useSignal('')
  const known = mediaOf(data, mimeType)
  if (!known) return <Pre label="Data" text={toText(data)} />
  const { kind, src, size } = known
  return (
    <figure>
      {kind === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: a server sends sound without captions
        <audio controls src={src} aria-label={`Sound from ${clip(from, 100)}`} />
      ) : (
        <img
          src={src}
          alt={`From ${clip(from, 100)}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            (said.value = `, ${naturalWidth} × ${naturalHeight} pixels`)
          }
          onError={() => (said.value = ', but not an image that this browser can show')}
        />
      )}
      <figcaption>
        {toText(mimeType)}
        {said.value}, {bytes(size)}
      </figcaption>
    </figure>
  )
}

/** Undefined when it is neither an image nor sound, or not base64. */
function mediaOf(data: unknown, mimeType: unknown): { kind: string; src: string; size: number } | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string' || /[^A-Za-z0-9+/=]/.test(data)) return undefined
  const [, kind] = /^(image|audio)\/[\w.+-]+$/.exec(mimeType) ?? []
  return kind ? { kind, src: `data:${mimeType};base64,${data}`, size: Math.floor((data.length * 3) / 4) } : undefined
}

/** As text: where it leads is for the server to say, and whether to go there for the person to decide. */
function Link({
  of: { uri, name, title, description, mimeType, size },
}: {
  of: Extract<ContentBlock, { type: 'resource_link' }>
}): JSX.Element {
  const read = () => {
    go({ is: 'resource', uri })
    begin({ kind: 'resource', uri })
  }
  return (
    <Block
      kind="Resource link"
      aside={
        <button type="button" class="small" onClick={read}>
          Read it from the server
        </button>
      }
    >
      <DescriptionList
        of={{
          Name: nonEmptyString(title) ?? nonEmptyString(name),
          Address: <Address of={uri} />,
          Description: nonEmptyString(description),
          Type: nonEmptyString(mimeType),
          Size: typeof size === 'number' ? bytes(size) : undefined,
        }}
      />
    </Block>
  )
}

function Resource({ of, from }: { of: Record<string, unknown>; from: string }): JSX.Element {
  const mimeType = nonEmptyString(of.mimeType)
  const html = mimeType?.startsWith('text/html') ? nonEmptyString(of.text) : undefined
  return (
    <Block kind="Resource">
      <DescriptionList of={{ Address: <Address of={of.uri} />, Type: mimeType }} />
      {'text' in of ? <TextContent text={toText(of.text)} /> : <Media data={of.blob} mimeType={mimeType} from={from} />}
      {html && <Framed html={html} />}
    </Block>
  )
}

/** Of the frame for a page of the server: engines do not agree on whether it has that of this page. */
const framePolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`

/** A page of the server, on a click, in a frame without scripts, network and origin. */
function Framed({ html }: { html: string }): JSX.Element {
  const shown = useSignal(false)
  if (!shown.value) {
    return (
      <button type="button" class="small" onClick={() => (shown.value = true)}>
        Show as a page, in a sandbox
      </button>
    )
  }
  return (
    <iframe
      class="framed"
      sandbox=""
      title="The resource as a page, without scripts and network"
      src={`data:text/html;charset=utf-8,${encodeURIComponent(framePolicy + html)}`}
    />
  )
}

function Address({ of }: { of: unknown }): JSX.Element {
  return (
    <code>
      <Text of={of} maxLength={2_000} />
    </code>
  )
}

function Unknown({ of }: { of: unknown }): JSX.Element {
  return (
    <Block kind="Content of a type this page does not know">
      <JsonTree value={of} label="Content" />
    </Block>
  )
}

export function Block({
  kind,
  aside,
  children,
}: {
  kind: string
  aside?: ComponentChildren
  children: ComponentChildren
}): JSX.Element {
  return (
    <div class="block">
      <p class="kind">
        {kind} {aside}
      </p>
      {children}
    </div>
  )
}
