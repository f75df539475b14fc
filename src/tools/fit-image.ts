/** Pictures of a size that models need: scaled in runtimes that can, such as browsers. */
import type { ContentBlock } from '../types/content.ts'
import { imageSize, toBytes } from './image-size.ts'
import { bytesOf, type ImageBudget, type ImageLimits, type MediaData, mediaOf } from './media.ts'

/** The limits of `scaleImages()`. */
export interface ScaleOptions extends ImageLimits {
  /** Pixels of the longer edge; providers scale larger pictures down, too. @default 1568 */
  edge?: number | undefined
}

/** A decoded picture takes four bytes for each pixel, whatever the size of its file. */
const MAX_PIXELS = 100_000_000

/**
 * For the option `images` of `budget()`: makes pictures smaller where the runtime has `OffscreenCanvas`, and leaves out those
 * that are still too large.
 *
 * @example
 * const limit = budget({ bytes: 20_000, images: scaleImages({ edge: 1_000 }) })
 */
export function scaleImages({ edge = 1_568, bytes = 1_000_000, count, pixels }: ScaleOptions = {}): ImageBudget {
  const isSmall = (media: MediaData) => Math.max(...(imageSize(media) ?? [0])) <= edge
  return {
    bytes,
    count,
    pixels,
    isSmall,
    async fit(block) {
      const media = mediaOf(block)
      return media && !(isSmall(media) && bytesOf(media) <= bytes) ? scale(block, media, edge, bytes) : block
    },
  }
}

/** What cannot be scaled here stays. */
async function scale(block: ContentBlock, media: MediaData, edge: number, bytes: number): Promise<ContentBlock> {
  // Known before the picture is decoded: a small file can have a billion pixels.
  const [width = 0, height = 0] = imageSize(media) ?? []
  const pixels = width * height
  if (pixels === 0 || pixels > MAX_PIXELS || typeof OffscreenCanvas === 'undefined') return block
  try {
    const bitmap = await createImageBitmap(new Blob([toBytes(media.data)], { type: media.mimeType }))
    const factor = Math.min(1, edge / Math.max(width, height))
    const canvas = new OffscreenCanvas(Math.ceil(width * factor), Math.ceil(height * factor))
    const context = canvas.getContext('2d')!
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    // JPEG has no transparency: what was transparent becomes white.
    context.globalCompositeOperation = 'destination-over'
    for (const type of media.mimeType === 'image/jpeg' ? ['image/jpeg'] : ['image/png', 'image/jpeg']) {
      const blob = await canvas.convertToBlob({ type, quality: 0.85 })
      if (blob.size <= bytes) return toImage(blob)
      context.fillStyle = 'white'
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
  } catch {
    // The runtime cannot decode it.
  }
  return block
}

async function toImage(blob: Blob): Promise<ContentBlock> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { type: 'image', data: toBase64(bytes), mimeType: blob.type }
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
