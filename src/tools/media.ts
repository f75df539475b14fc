/** The pictures, sounds and files of results, and their limits. */
import type { ContentBlock } from '../types/content.ts'
import { toParts } from './model-content.ts'

/** The limits of pictures and files. */
export interface ImageLimits {
  /** Bytes of each picture or file. @default 1000000 */
  bytes?: number | undefined
  /** How many there may be in one result. @default 8 */
  count?: number | undefined
  /** Pixels of each picture; those whose size cannot be read count as too large. A 4K screen has 8 million. @default 10 million */
  pixels?: number | undefined
}

/** Limits, and what `scaleImages()` adds to them. */
export interface ImageBudget extends ImageLimits {
  /** A smaller picture, if that is possible, or the block itself. */
  fit?(block: ContentBlock): Promise<ContentBlock>
  /** Whether a picture is small enough, beside its bytes. */
  isSmall?(media: MediaData): boolean
}

/** A picture, sound or file. */
export interface MediaData {
  /** Base64. */
  data: string
  /** Such as `image/png`. */
  mimeType: string
}

export const bytesOf = ({ data }: MediaData): number => Math.floor(data.length * 0.75)

/** What adapters send for a block; undefined if they send a text. */
export function mediaOf(block: ContentBlock): MediaData | undefined {
  const [part] = toParts([block], () => true)
  return part && 'data' in part ? part : undefined
}
