/** Names for models: at most 64 characters of `A-Z a-z 0-9 _ -`, and no two things have the same. */

const MAX_LENGTH = 64

/** What model providers accept. */
const isAllowed = (name: string): boolean => name.length <= MAX_LENGTH && /^[\w-]+$/.test(name)

/** The end of a name with a hash: ten digits, since few names end so themselves. */
const HASHED = /_\d{10}$/

/**
 * `<server>__<name>`, if the server and the name can be told from it; else the same with a hash of both. It depends on
 * nothing else, so that it stays the same when servers come and go, and in another process.
 */
export function longName(server: string, name: string, salt = ''): string {
  const text = `${server}__${name}`
  // Where the server has no two underscores and none at its end, the first two of the text are the separator.
  if (!salt && isAllowed(text) && !HASHED.test(text) && name && /^(?!.*__).*[^_]$/.test(server)) return text
  const digits = `${hash(JSON.stringify([server, name, salt]))}`.padStart(10, '0')
  return `${text.replace(/[^\w-]/g, '_').slice(0, MAX_LENGTH - 11)}_${digits}`
}

/** Whether a name can be used without its server. Those that look like a long one cannot: that belongs to another. */
export const isShortName = (name: string): boolean => isAllowed(name) && !name.includes('__') && !HASHED.test(name)

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
