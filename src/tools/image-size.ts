/** Width and height of pictures, as PNG, GIF, WebP and JPEG have them at their beginning. */
import type { MediaData } from './media.ts'

/** Undefined for what is no picture, and if the size cannot be read. */
export function imageSize({ data, mimeType }: MediaData): [number, number] | undefined {
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

export function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
