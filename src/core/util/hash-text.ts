/** A hash of 64 bits, to tell texts apart that must not be stored themselves. Not for cryptography. */
export function hashText(text: string): string {
  let [first, second] = [1, 0]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    first = Math.imul(first ^ unit, 0x01000193)
    second = (Math.imul(second, 31) + unit) | 0
  }
  return [first, second].map((part) => (part >>> 0).toString(36)).join('-')
}
