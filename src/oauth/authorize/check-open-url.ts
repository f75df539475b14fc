/** The last check of a URL before the user is sent there. */
import { AuthError } from '../errors.ts'

/** Other schemes, such as `javascript:`, would run in this page. */
export function checkOpenUrl({ protocol, origin }: URL): void {
  if (protocol === 'https:' || protocol === 'http:') return
  throw new AuthError(`Not an address to sign in at: got ${origin === 'null' ? protocol : origin}, expected https:`, {
    reason: 'url-refused',
  })
}
