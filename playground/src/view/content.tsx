/** Content blocks of a result: text, images, audio and resources. None of them causes a network request. */
import { useSignal } from '@preact/signals'
import type { ContentBlock } from 'mcp-over-fetch'
import { type ComponentChildren, Fragment, type JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { isObject } from '../../../src/core/util/is-object.ts'
import { startCall } from '../state/calls.ts'
import { select } from '../state/selection.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { download, fileName } from '../ui/download.ts'
import { tryParseExactJson } from '../ui/exact-json.ts'
import { formatBytes } from '../ui/format.ts'
import { nonEmptyString, toText } from '../ui/json.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { parseInSlices } from '../ui/parse-in-slices.ts'
import { clip, Pre, Text } from '../ui/text.tsx'
import { Annotations } from './annotations.tsx'

const MAX_BLOCKS = 200

/** Longer JSON takes long enough to be noticed. */
const MAX_AT_ONCE = 200_000

export function Contents({ of, from }: { of: readonly unknown[]; from: string }): JSX.Element {
  return (
    <>
      {of.slice(0, MAX_BLOCKS).map((block, index) => (
        <Fragment key={index}>
          <Content of={block as ContentBlock} from={from} />
          <Annotations of={block} />
        </Fragment>
      ))}
      {of.length > MAX_BLOCKS && <p class="muted">{of.length - MAX_BLOCKS} further blocks are in the whole result.</p>}
    </>
  )
}

function Content({ of, from }: { of: ContentBlock; from: string }): JSX.Element {
  switch (of?.type) {
    case 'text':
      return <TextContent text={toText(of.text)} />
    case 'image':
    case 'audio':
      return parseMedia(of.data, of.mimeType) ? (
        <Media data={of.data} mimeType={of.mimeType} from={from} />
      ) : (
        <UnknownContent of={of} />
      )
    case 'resource_link':
      return <ResourceLink of={of} />
    case 'resource':
      return isObject(of.resource) ? <EmbeddedResource of={of.resource} from={from} /> : <UnknownContent of={of} />
    default:
      return <UnknownContent of={of} />
  }
}

/** Text that is JSON is shown as a tree. */
function TextContent({ text }: { text: string }): JSX.Element {
  if (!/^\s*[{[]/.test(text)) return <Pre label="Text" text={text} />
  if (text.length > MAX_AT_ONCE) return <LongJson key={text} text={text} />
  const parsed = tryParseExactJson(text)
  return parsed === undefined ? <Pre label="Text" text={text} /> : <JsonText value={parsed} />
}

function JsonText({ value }: { value: unknown }): JSX.Element {
  return (
    <Block kind="JSON">
      <JsonTree value={value} label="JSON" />
    </Block>
  )
}

/** Read in slices, so that the page can be used meanwhile. */
function LongJson({ text }: { text: string }): JSX.Element {
  const read = useSignal<{ value: unknown } | 'reading' | 'not JSON'>('reading')
  useEffect(() => {
    const leaving = new AbortController()
    parseInSlices(text, leaving.signal).then(
      (value) => {
        read.value = { value }
      },
      () => {
        read.value = 'not JSON'
      },
    )
    return () => leaving.abort()
  }, [text])
  const { value } = read
  if (typeof value === 'object') return <JsonText value={value.value} />
  return value === 'reading' ? (
    <p class="muted" role="status">
      Formatting {formatBytes(text.length)} of JSON…
    </p>
  ) : (
    <Pre label="Text" text={text} />
  )
}

function Media({ data, mimeType, from }: { data: unknown; mimeType: unknown; from: string }): JSX.Element {
  const imageNote = useSignal('')
  const media = parseMedia(data, mimeType)
  if (!media) return <Pre label="Data" text={toText(data)} />
  const { kind, src, size } = media
  return (
    <figure>
      {kind === 'audio' ? (
        // biome-ignore lint/a11y/useMediaCaption: MCP audio content has no captions
        <audio controls src={src} aria-label={`Sound from ${clip(from, 100)}`} />
      ) : (
        <img
          src={src}
          alt={`From ${clip(from, 100)}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            (imageNote.value = `, ${naturalWidth} × ${naturalHeight} pixels`)
          }
          onError={() => (imageNote.value = ', but not an image that this browser can show')}
        />
      )}
      <figcaption>
        {toText(mimeType)}
        {imageNote.value}, {formatBytes(size)}{' '}
        <button type="button" class="small" onClick={() => saveMedia(src, from, toText(mimeType))}>
          Save
        </button>
      </figcaption>
    </figure>
  )
}

/** Without `fetch`, which the content security policy allows for servers only. */
function saveMedia(src: string, from: string, mimeType: string): void {
  const bytes = Uint8Array.from(atob(src.slice(src.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  const ending = /\/([\w]+)/.exec(mimeType)?.[1] ?? 'bin'
  download(fileName(from, ending), new Blob([bytes], { type: mimeType }))
}

/** Undefined when it is neither an image nor audio, or not base64. */
function parseMedia(data: unknown, mimeType: unknown): { kind: string; src: string; size: number } | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string' || /[^A-Za-z0-9+/=]/.test(data)) return undefined
  const [, kind] = /^(image|audio)\/[\w.+-]+$/.exec(mimeType) ?? []
  return kind ? { kind, src: `data:${mimeType};base64,${data}`, size: Math.floor((data.length * 3) / 4) } : undefined
}

/** The URI is shown as text, not as a link: a click must not navigate to where an untrusted server points. */
function ResourceLink({
  of: { uri, name, title, description, mimeType, size },
}: {
  of: Extract<ContentBlock, { type: 'resource_link' }>
}): JSX.Element {
  const read = () => {
    select({ kind: 'resource', uri })
    startCall({ kind: 'resource', uri })
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
          URI: <Address of={uri} />,
          Description: nonEmptyString(description),
          Type: nonEmptyString(mimeType),
          Size: typeof size === 'number' ? formatBytes(size) : undefined,
        }}
      />
    </Block>
  )
}

function EmbeddedResource({ of, from }: { of: Record<string, unknown>; from: string }): JSX.Element {
  const mimeType = nonEmptyString(of.mimeType)
  const html = mimeType?.startsWith('text/html') ? nonEmptyString(of.text) : undefined
  return (
    <Block kind="Resource">
      <DescriptionList of={{ URI: <Address of={of.uri} />, Type: mimeType }} />
      <Annotations of={of} />
      {'text' in of ? <TextContent text={toText(of.text)} /> : <Media data={of.blob} mimeType={mimeType} from={from} />}
      {html && <SandboxedPage html={html} />}
    </Block>
  )
}

/** The policy of the sandboxed frame: engines disagree on whether a `data:` frame inherits that of this page. */
const framePolicy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`

/** HTML from the server, shown on a click, in a frame without scripts, network and origin. */
function SandboxedPage({ html }: { html: string }): JSX.Element {
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
      class="sandboxed-page"
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

function UnknownContent({ of }: { of: unknown }): JSX.Element {
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
