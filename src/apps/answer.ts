/** Answers the requests of a view, as far as the application has callbacks for them. */
import { INVALID_PARAMS } from '../core/error-codes.ts'
import { isObject } from '../core/util/is-object.ts'
import { parseHttpUrl } from '../core/util/parse-url.ts'
import type { LogMessage } from '../types/notifications.ts'
import type { Tool } from '../types/tools.ts'
import { type Answer, Refusal } from './bridge.ts'
import { isVisibleTo } from './tool.ts'
import type { AppDownload, AppModality, AppOptions } from './types.ts'

type Params = Record<string, unknown>

/** What a host answers when the user refuses. */
const REFUSED = -32000

/** The kind of a content block, as capabilities name it. */
const MODALITIES: Record<string, AppModality> = {
  text: 'text',
  image: 'image',
  audio: 'audio',
  resource: 'resource',
  resource_link: 'resourceLink',
}

/** What the view may ask for: only what the application has a callback for. */
export function capabilitiesOf(options: AppOptions, sandbox: object): Record<string, object> {
  const { serverAccess = true, onOpenLink, onDownload, onLog, onModelContext, onMessage, onSample } = options
  const modalities = Object.fromEntries((options.modalities ?? ['text']).map((name) => [name, {}]))
  return {
    ...(serverAccess && { serverTools: {}, serverResources: {} }),
    ...(onOpenLink && { openLinks: {} }),
    ...(onDownload && { downloadFile: {} }),
    ...(onLog && { logging: {} }),
    ...(onModelContext && { updateModelContext: modalities }),
    ...(onMessage && { message: modalities }),
    ...(onSample && { sampling: {} }),
    sandbox,
  }
}

/** `notify` sends a notification to the view. */
export function createAnswer(options: AppOptions, notify: (method: string, params: object) => void): Answer {
  const { client, serverAccess = true, modalities = ['text'], approve } = options
  const { onOpenLink, onDownload, onMessage, onModelContext, onSample } = options
  let listing: Promise<Tool[]> | undefined

  return (method, params, signal) => {
    const all = handlers(params, signal)
    const run = Object.hasOwn(all, method) && all[method]
    return run ? run() : undefined
  }

  function handlers(params: Params, signal: AbortSignal): Record<string, (() => Promise<unknown>) | false | undefined> {
    return {
      ping: async () => ({}),
      'tools/call': serverAccess && (() => callTool(params, signal)),
      'tools/list': serverAccess && (async () => ({ tools: (await listTools()).filter(isForApps) })),
      'resources/read': serverAccess && (() => client.readResource(textOf(params, 'uri'), { signal })),
      'resources/list': serverAccess && (async () => ({ resources: await client.listResources({ signal }) })),
      'ui/open-link': onOpenLink && (async () => outcome(await onOpenLink(linkOf(params)))),
      'ui/download-file': onDownload && (async () => outcome(await onDownload(filesOf(params)))),
      'ui/message':
        onMessage &&
        (async () => outcome(await onMessage({ role: 'user', content: blocksOf([params.content].flat()) }))),
      'ui/update-model-context': onModelContext && (() => setModelContext(params)),
      'sampling/createMessage': onSample && (async () => onSample(params as never, signal)),
    }
  }

  async function callTool(params: Params, signal: AbortSignal): Promise<unknown> {
    const name = textOf(params, 'name')
    const args = params.arguments ?? {}
    if (!isObject(args)) throw new Refusal(INVALID_PARAMS, 'arguments: expected an object')
    const named = (tools: Tool[]) => tools.find((tool) => tool.name === name)
    const tool = named(await listTools()) ?? named(await listTools('refresh'))
    if (!tool || !isForApps(tool)) throw new Refusal(INVALID_PARAMS, `The tool ${name.slice(0, 100)} is not for apps`)
    if (approve && !(await approve({ tool, arguments: args }))) throw new Refusal(REFUSED, 'The user refused the call')
    signal.throwIfAborted()
    const { progressToken } = isObject(params._meta) ? params._meta : {}
    if (progressToken === undefined) return client.callTool(name, args, { signal })
    const onProgress = (progress: object) => notify('notifications/progress', { ...progress, progressToken })
    return client.callTool(name, args, { signal, onProgress })
  }

  /** One list serves all calls of the view, until it calls a tool that is not in it. */
  function listTools(mode?: 'refresh'): Promise<Tool[]> {
    if (mode) listing = undefined
    listing ??= client.listTools({ cacheMode: mode }).catch((error) => {
      listing = undefined
      throw error
    })
    return listing
  }

  async function setModelContext({ content, structuredContent }: Params): Promise<object> {
    if (structuredContent !== undefined && !(modalities.includes('structuredContent') && isObject(structuredContent))) {
      throw new Refusal(INVALID_PARAMS, 'structuredContent is not supported')
    }
    await onModelContext!({
      ...(content !== undefined && { content: blocksOf(content) }),
      ...(structuredContent !== undefined && { structuredContent: structuredContent as Params }),
    })
    return {}
  }

  function blocksOf(content: unknown): never[] {
    const isTaken = (block: unknown) => isObject(block) && modalities.includes(MODALITIES[String(block.type)]!)
    if (Array.isArray(content) && content.every(isTaken)) return content as never[]
    throw new Refusal(INVALID_PARAMS, `content: expected blocks of ${modalities}`)
  }
}

const isForApps = (tool: Tool) => isVisibleTo(tool, 'app')

/** The user may refuse: that is a result, not an error. */
function outcome(accepted: unknown): object {
  return accepted === false ? { isError: true } : {}
}

function textOf(params: Params, name: string): string {
  const { [name]: text } = params
  if (typeof text === 'string') return text
  throw new Refusal(INVALID_PARAMS, `${name}: expected a text`)
}

function linkOf(params: Params): URL {
  const url = parseHttpUrl(textOf(params, 'url'))
  if (!url) throw new Refusal(INVALID_PARAMS, 'url: expected an absolute http(s) URL')
  return url
}

function filesOf({ contents }: Params): AppDownload[] {
  if (
    !Array.isArray(contents) ||
    !contents.every((item) => isObject(item) && /^resource(_link)?$/.test(`${item.type}`))
  ) {
    throw new Refusal(INVALID_PARAMS, 'contents: expected resources and links to resources')
  }
  return contents.map((content) => ({ name: fileName(content.resource?.uri ?? content.uri), content }))
}

/** The last segment of the URI, without anything that a file system or a person takes for something else. */
function fileName(uri: unknown): string {
  const [last = ''] = String(uri)
    .replace(/[?#].*$/s, '')
    .split(/[\\/]/)
    .slice(-1)
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {}
  const safe = name.replace(/[\p{C}\\/:*?"<>|]+/gu, '_').replace(/^[. ]+|[. ]+$/g, '')
  return safe.slice(-100) || 'download'
}

/** A log message of the view; undefined if it is not one. */
export function logOf({ level, logger, data }: Params): LogMessage | undefined {
  if (typeof level !== 'string') return undefined
  return { level, data, ...(typeof logger === 'string' && { logger }) } as LogMessage
}
