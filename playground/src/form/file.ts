/** Values that are files: text in base64, and how large it may be. */
import type { Schema } from './shape.ts'

/** Larger arguments make the page slow, and few servers take them. */
export const MAX_FILE_SIZE = 5_000_000

export function isFileSchema({ type, contentEncoding, format }: Schema): boolean {
  if (type !== undefined && type !== 'string') return false
  return contentEncoding === 'base64' || format === 'byte' || format === 'base64'
}

/** In bytes. Four characters of base64 hold three bytes. */
export function maxFileSize({ maxLength }: Schema): number {
  const given = typeof maxLength === 'number' && maxLength >= 0 ? Math.floor(maxLength / 4) * 3 : MAX_FILE_SIZE
  return Math.min(given, MAX_FILE_SIZE)
}

/** Undefined when the text is not base64. */
export function base64Size(text: string): number | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}

export async function readBase64(file: Blob): Promise<string> {
  const reader = new FileReader()
  await new Promise<void>((resolve, reject) => {
    reader.onload = () => resolve()
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  const url = String(reader.result)
  return url.slice(url.indexOf(',') + 1)
}
