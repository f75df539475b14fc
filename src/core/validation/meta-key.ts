/** The keys of `_meta`, and the ids of extensions, which are such keys (basic, `_meta`). */

/** Labels with dots between them, and a slash. */
const PREFIX = /^[a-z]([a-z\d-]*[a-z\d])?(\.[a-z]([a-z\d-]*[a-z\d])?)*\//i

const NAME = /^([a-z\d]([\w.-]*[a-z\d])?)?$/i

/** A name, which may be empty, after a prefix or without. */
export function isMetaKey(key: string): boolean {
  return NAME.test(key.replace(PREFIX, ''))
}

/** The prefix is mandatory. Names of official extensions have parts, such as `io.modelcontextprotocol/auth/dpop`. */
export function isExtensionId(id: string): boolean {
  return PREFIX.test(id) && id.replace(PREFIX, '').split('/').every(isMetaKey)
}
