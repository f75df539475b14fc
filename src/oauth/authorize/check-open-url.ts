/** The last look at an address before a person is sent there. */
import { AuthError } from '../errors.ts'

/** Anything but a web address, such as `javascript:`, would run in this page. */
export function checkOpenable({ protocol, origin }: URL): void {
  if (protocol === 'https:' || protocol === 'http:') return
  throw new AuthError(`Not an address to sign in at: got ${origin === 'null' ? protocol : origin}, expected https:`, {
    reason: 'url_refused',
  })
}
