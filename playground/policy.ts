/** The content security policy of the page: its own code, no foreign images, and any server a person enters. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'media-src': 'data:',
  // An HTML resource, in a frame that may do nothing.
  'frame-src': 'data:',
  // A person may enter any address, also one on the local network.
  'connect-src': "'self' https: http:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  // Makes the browser refuse text as markup, wherever it came from.
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/** For the page itself. */
export const documentPolicy: string = write(policy)

/** For the response: browsers ignore `frame-ancestors` in a document. */
export const headers: Record<string, string> = {
  'content-security-policy': write({ ...policy, 'frame-ancestors': "'none'" }),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function write(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
