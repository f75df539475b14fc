/** The content security policy of the page: its own code, no foreign images, and any server a person enters. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'media-src': 'data:',
  'connect-src': '*',
  'base-uri': "'none'",
  'form-action': "'none'",
  // Makes the browser refuse text as markup, wherever it came from.
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

/** For the page itself. */
export const documentPolicy: string = write(policy)

/** For the response: browsers ignore `frame-ancestors` in a document. */
export const headerPolicy: string = write({ ...policy, 'frame-ancestors': "'none'" })

/** Vite's client brings its own styles, shows errors as markup and keeps a WebSocket. */
export const developmentPolicy: string = write({
  ...without(policy, 'require-trusted-types-for', 'trusted-types'),
  'style-src': "'self' 'unsafe-inline'",
  'connect-src': '* ws:',
  'frame-ancestors': "'none'",
})

function without(directives: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(directives).filter(([name]) => !names.includes(name)))
}

function write(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
