/** Limits what a model reads of results. The rest can be read with one more tool, `read_result`. */
import { systemEnvironment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { toHex } from '../core/util/to-hex.ts'
import type { ContentBlock } from '../types/content.ts'
import type { CallToolResult } from '../types/tools.ts'
import { imageSize } from './image-size.ts'
import { bytesOf, type ImageBudget, type MediaData, mediaOf } from './media.ts'
import { toParts, toText } from './model-content.ts'
import { readResultTool } from './read-result.ts'
import { memoryResults, type ResultStore } from './result-store.ts'
import { beginning, measure, shorten } from './shorten.ts'
import { hashedName, safeName } from './tool-name.ts'
import type { ModelTool, ToolFeature } from './types.ts'
import { withList } from './with-list.ts'

/** The options of `budget()`. */
export interface BudgetOptions {
  /** Bytes of UTF-8 that all texts of a result have together, at least 1000. @default 20000 */
  bytes?: number | undefined
  /** The limits of pictures and files; `scaleImages()` also makes pictures smaller. */
  images?: ImageBudget | undefined
  /** Where whole texts are kept for `read_result`. @default memory */
  store?: ResultStore | undefined
  /** Milliseconds for which they can be read. @default an hour */
  maxAge?: number | undefined
  /** Characters that the memory keeps at most; the oldest texts leave first. @default 64 million */
  maxCharacters?: number | undefined
}

/** Bytes of the notice with its handle, and of what adapters write around each block. */
const NOTICE = 300
const AROUND = 100

/** Bytes of the text that stands for a picture or file, and of the name of a tool. */
const MEDIA_TEXT = 200
const NAME = 64

/**
 * Shortens results to a budget: JSON at its structure, text at its lines, pictures by scaling them. A sentence says what is
 * missing, and one more tool, `read_result`, reads all of it, by a handle that only these tools take.
 *
 * @example
 * const tools = await modelTools(client, { budget: budget({ bytes: 20_000, images: scaleImages() }) })
 */
export function budget(options: BudgetOptions = {}): ToolFeature {
  const { bytes = 20_000, images = {}, maxAge = 3_600_000, maxCharacters = 64_000_000 } = options
  if (!(bytes >= 1_000)) throw new RangeError(`budget: bytes is ${bytes}. Pass 1000 or more`)
  const { now } = systemEnvironment
  return (tools, prefix = '') => {
    const store = options.store ?? memoryResults(maxCharacters, now)
    // The store may be shared with other users: only these tools know how their keys begin.
    const instance = randomId()
    const prepared = new WeakMap<CallToolResult, ContentBlock[]>()
    const ownName = safeName(`${prefix}read_result`)
    const name = tools.find(ownName) ? hashedName(ownName, 1) : ownName
    const reader = readResultTool(name, bytes - NOTICE - AROUND, async (handle) => {
      const found = await store.get(`${instance} ${handle}`)
      return found && found.expires > now() ? found.text : undefined
    })
    const change = (list: readonly ModelTool[]) => [...list.map(toFittingTool), reader]
    return withList(tools, change, ({ toModelError }) => ({
      toModelError: (error, tool) => fitText(toModelError(error, tool), bytes - AROUND),
    }))

    function toFittingTool(tool: ModelTool): ModelTool {
      return {
        ...tool,
        async call(args, callOptions) {
          const result = await tool.call(args, callOptions)
          const blocks = tool.toModelContent(result).map((block) => images.fit?.(block) ?? block)
          prepared.set(result, fitBlocks(await Promise.all(blocks)))
          return result
        },
        // A result that the application stored comes back as a copy: its pictures cannot be scaled without waiting.
        toModelContent: (result) => prepared.get(result) ?? fitBlocks(tool.toModelContent(result)),
      }
    }

    function fitBlocks(blocks: readonly ContentBlock[]): ContentBlock[] {
      let [shownMedia, others, spent] = [0, 0, 0]
      const shown = blocks.flatMap((block) => {
        const data = mediaOf(block)
        // Nothing else of a block counts, and so nothing else is sent.
        const text = textOf(block)
        if (!data) return toText(text)
        const note = describeLarge(data, images)
        if (note || measure(text, MEDIA_TEXT) > MEDIA_TEXT) return toText(note ?? `[Left out: ${describeMedia(data)}]`)
        // Adapters may write the name of the file, which is in this text, at two places, and that of the tool.
        const cost = AROUND + NAME + 2 * measure(text, MEDIA_TEXT)
        if (shownMedia >= (images.count ?? 8) || spent + cost > bytes / 2) {
          others += 1
          return []
        }
        shownMedia += 1
        spent += cost
        return block
      })
      if (others > 0) shown.push(toText(`[Left out: ${others} more pictures and files]`))
      return fitTexts(shown, bytes - spent)
    }

    /** Short texts stay whole, and long ones have equal shares of the rest. */
    function fitTexts(blocks: ContentBlock[], room: number): ContentBlock[] {
      const texts = blocks.filter((block) => !mediaOf(block)).map(textOf)
      const sizes = texts.map((text) => measure(text, room)).sort((a, b) => a - b)
      let [left, share] = [room - AROUND * sizes.length, 0]
      for (const [index, size] of sizes.entries()) {
        share = Math.floor(left / (sizes.length - index))
        left -= Math.min(size, share)
      }
      if (sizes.length > 0 && sizes.at(-1)! > share && share < 2 * NOTICE) {
        return [toText(fitText(texts.join('\n'), room - AROUND)), ...blocks.filter(mediaOf)]
      }
      return blocks.map((block) => (mediaOf(block) ? block : toText(fitText(textOf(block), share))))
    }

    /** With a notice and a handle, if it has to be shortened. */
    function fitText(text: string, room: number): string {
      if (measure(text, room) <= room) return text
      const handle = randomId()
      runSafely(() => store.set(`${instance} ${handle}`, { text, expires: now() + maxAge }))
      const notice = `[Shortened. The whole text has ${text.length} characters. Read it with ${name}: handle "${handle}" and a path such as "/items/0", a query, or start and end.]`
      return beginning(`${shorten(text, room - NOTICE)}\n${notice}`, room)
    }
  }
}

/** What stands for a picture or file that is too large; undefined if it is not. */
function describeLarge(data: MediaData, images: ImageBudget): string | undefined {
  const size = imageSize(data)
  const isImage = data.mimeType.startsWith('image/')
  const isSmall =
    bytesOf(data) <= (images.bytes ?? 1_000_000) &&
    (!isImage || (size !== undefined && size[0] * size[1] <= (images.pixels ?? 10_000_000))) &&
    images.isSmall?.(data) !== false
  return isSmall
    ? undefined
    : `[Left out: ${describeMedia(data, size)}, ${size || !isImage ? 'too large' : 'its size cannot be read'}]`
}

function describeMedia(data: MediaData, size = imageSize(data)): string {
  return `${data.mimeType.slice(0, 50)}, ${size ? `${size.join(' × ')} pixels, ` : ''}${bytesOf(data)} bytes`
}

/** As adapters write it: also for blocks of later kinds. */
function textOf(block: ContentBlock): string {
  const [part] = toParts([block], () => false)
  return (part as { text: string }).text
}

/** 128 random bits. */
const randomId = () => toHex(crypto.getRandomValues(new Uint8Array(16)))
