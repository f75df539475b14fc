/** Names for models: at most 64 characters of `A-Z a-z 0-9 _ -`, and no two things have the same. */
import { sha256Text } from '../shared/sha256-text.ts'

/** Names with a hash end in twenty digits, as few others do; those are hashed too. */
const SAFE = /^(?!.*_\d{20}$)[\w-]{1,64}$/

/**
 * `<server>__<name>`, if the server and the name can be told from it; else the same with a hash of both. It depends on
 * nothing else, so that it stays the same when servers come and go, and in another process.
 */
export function longName(server: string, name: string, salt = 0): string {
  const text = `${server}__${name}`
  // Where the server has no two underscores and none at its end, the first two of the text are the separator.
  if (!salt && SAFE.test(text) && /^(?!.*__).*[^_]$/.test(server)) return text
  // 66 bits: nobody finds another text with the digits of a given one.
  const digits = `${sha256Text(JSON.stringify([server, name, salt])) % 10n ** 20n}`
  return `${text.replace(/[^\w-]/g, '_').slice(0, 43)}_${digits.padStart(20, '0')}`
}

/** Whether a name can be used without its server. One that looks like a long one cannot: that belongs to another server. */
export const isShortName = (name: string): boolean => SAFE.test(name) && !name.includes('__')
