/** Pictures of a size that models need: scaled in runtimes that can, such as browsers. */
import type { ContentBlock } from '../types/content.ts'
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
export function scaleImages({ edge = 1_568, bytes = 1_000_000, count }: ScaleOptions = {}): ImageBudget {
  const isSmall = (media: MediaData) => Math.max(...(sizeOf(media) ?? [0])) <= edge
  return {
    bytes,
    count,
    isSmall,
    async fit(block) {
      const media = mediaOf(block)
      return media && !(isSmall(media) && bytesOf(media) <= bytes) ? scale(block, media, edge, bytes) : block
    },
    describe(media) {
      const size = sizeOf(media)
      return size ? `${size.join(' × ')} pixels, ` : ''
    },
  }
}

/** What cannot be scaled here stays. */
async function scale(block: ContentBlock, media: MediaData, edge: number, bytes: number): Promise<ContentBlock> {
  // Known before the picture is decoded: a small file can have a billion pixels.
  const [width = 0, height = 0] = sizeOf(media) ?? []
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

/** Width and height, as PNG, GIF, WebP and JPEG have them at their beginning. */
function sizeOf({ data, mimeType }: MediaData): [number, number] | undefined {
  if (!mimeType.startsWith('image/')) return undefined
  try {
    // JPEG may have other data before its size: a preview, colors.
    const view = new DataView(toBytes(data.slice(0, data.startsWith('/9j/') ? 512 * 1024 : 64)).buffer)
    const signature = view.getUint32(0)
    if (signature === 0x89504e47) return [view.getUint32(16), view.getUint32(20)]
    if (signature === 0x47494638) return [view.getUint16(6, true), view.getUint16(8, true)]
    if (signature === 0x52494646) return webpSize(view)
    // Segments of JPEG: the size is in the first one that begins a frame.
    for (let at = 2; signature >>> 16 === 0xffd8; at += 2 + view.getUint16(at + 2)) {
      const marker = view.getUint8(at + 1)
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
      if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)]
    }
  } catch {
    // It is cut off, or no base64.
  }
  return undefined
}

function webpSize(view: DataView): [number, number] | undefined {
  const kind = view.getUint32(12)
  if (kind === 0x56503858) return [(view.getUint32(23, true) >>> 8) + 1, (view.getUint32(26, true) >>> 8) + 1]
  if (kind === 0x56503820) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
  const bits = view.getUint32(21, true)
  return kind === 0x5650384c ? [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1] : undefined
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
