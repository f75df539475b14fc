/** Reads the HTML of a view and checks that it is one. */
import { isObject } from '../core/util/is-object.ts'
import type { Tool } from '../types/tools.ts'
import { AppError } from './errors.ts'
import { APP_MIME_TYPE, viewOf } from './tool.ts'
import type { AppClient, AppView, AppViewMeta } from './types.ts'

/** The largest HTML, and the largest message of a view, in characters. */
export const MAX_SIZE = 8_388_608

/** The options of `readApp()`. */
export interface ReadAppOptions {
  /** Aborts reading. */
  signal?: AbortSignal | undefined
  /** The largest HTML in characters. @default 8_388_608 */
  maxSize?: number | undefined
}

/** Reads the view of a tool: to have it when the tool has run, or to look at it first. */
export async function readApp(client: AppClient, tool: Tool, options: ReadAppOptions = {}): Promise<AppView> {
  const { signal, maxSize } = options
  const uri = viewOf(tool)
  if (uri === undefined) throw new AppError('no-view', `The tool ${tool.name} has no view. Show its result instead`)
  const { contents } = await client.readResource(uri, { signal })
  const content = contents.find((item) => item.uri === uri) as Record<string, unknown> | undefined
  if (!content) throw new AppError('no-view', `The server has no view at ${uri}. Show the tool's result instead`)
  const { mimeType, text, blob, _meta } = content
  if (String(mimeType).toLowerCase().replace(/[\s"]/g, '') !== APP_MIME_TYPE) {
    throw new AppError('invalid-view', `The view ${uri} is not of the type ${APP_MIME_TYPE}: got ${mimeType}`)
  }
  // Four characters of base64 are three bytes.
  checkSize(typeof text === 'string' ? text.length : 0.75 * String(blob).length, uri, maxSize)
  const html = typeof text === 'string' ? text : decode(blob, uri)
  const meta = metaOf(_meta) ?? (await listedMeta(client, uri, signal)) ?? {}
  return { uri, html: html.replace(/^\uFEFF/, ''), meta }
}

/** Throws if the HTML of a view is too large. */
export function checkSize(size: number, uri: string, maxSize: number = MAX_SIZE): void {
  if (size > maxSize) throw new AppError('invalid-view', `The view ${uri} is larger than maxSize (${maxSize})`)
}

function metaOf(meta: unknown): AppViewMeta | undefined {
  return isObject(meta) && isObject(meta.ui) ? meta.ui : undefined
}

/** That of the list holds where the content has none. A view need not be listed, and a server need not list at all. */
async function listedMeta(client: AppClient, uri: string, signal: AbortSignal | undefined) {
  const listed = await client.listResources({ signal }).catch(() => [])
  signal?.throwIfAborted()
  return metaOf(listed.find((resource) => resource.uri === uri)?._meta)
}

function decode(blob: unknown, uri: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(blob as string), (character) => character.charCodeAt(0)))
  } catch (cause) {
    throw new AppError('invalid-view', `The view ${uri} is neither text nor base64`, { cause })
  }
}
