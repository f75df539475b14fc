/** The content security policy of the page: own scripts and styles only, and connections to any server. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'manifest-src': "'self'",
  'media-src': 'data:',
  // HTML resources are shown in a sandboxed frame with a data: URL, views of tools by a proxy page on this machine.
  'frame-src': 'data: http://localhost:* http://*.localhost:*',
  // The person may enter any address, also one on the local network.
  'connect-src': "'self' https: http:",
  'base-uri': "'none'",
  'form-action': "'none'",
  'object-src': "'none'",
  // The browser refuses strings in all sinks that parse markup or scripts, but for the address of the service worker.
  'require-trusted-types-for': "'script'",
  'trusted-types': 'service-worker',
}

/** The policy as a `<meta>` element of the page. */
export const documentPolicy: string = toPolicy(policy)

/** The response headers; `frame-ancestors` works only here, browsers ignore it in a `<meta>` element. */
export const headers: Record<string, string> = {
  'content-security-policy': toPolicy({ ...policy, 'frame-ancestors': "'none'" }),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

function toPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
