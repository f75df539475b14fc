/** Names for models: at most 64 characters of `A-Z a-z 0-9 _ -`, and no two things have the same. */
import { hashText } from '../core/util/hash-text.ts'

/** Names with a hash end in ten digits, as few others do; those are hashed too. */
const SAFE = /^(?!.*_\d{10}$)[\w-]{1,64}$/

/**
 * `<server>__<name>`, if the server and the name can be told from it; else the same with a hash of both. It depends on
 * nothing else, so that it stays the same when servers come and go, and in another process.
 */
export function longName(server: string, name: string, salt = 0): string {
  const text = `${server}__${name}`
  // Where the server has no two underscores and none at its end, the first two of the text are the separator.
  if (!salt && SAFE.test(text) && /^(?!.*__).*[^_]$/.test(server)) return text
  // The first of the two numbers that the hash consists of: at most ten digits.
  const digits = `${Number.parseInt(hashText(JSON.stringify([server, name, salt])), 36)}`
  return `${text.replace(/[^\w-]/g, '_').slice(0, 53)}_${digits.padStart(10, '0')}`
}

/** Whether a name can be used without its server. One that looks like a long one cannot: that belongs to another server. */
export const isShortName = (name: string): boolean => SAFE.test(name) && !name.includes('__')
