/** The view's side of the bridge, as the script of a page: it uses nothing of this module. */

/** Declares `request`, `notify`, `on`, `log` and `ready`, which resolves when the host has answered. */
export const VIEW_SCRIPT = `
const answers = new Map()
const listeners = {}
let lastId = 0
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const notify = (method, params = {}) => post({ method, params })
const log = (data, logger = 'view') => notify('notifications/message', { level: 'info', logger, data })
const on = (method, run) => { listeners[method] = run }
const request = (method, params = {}) => new Promise((resolve, reject) => {
  answers.set(++lastId, { resolve, reject })
  post({ id: lastId, method, params })
})
addEventListener('message', async ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== '2.0') return
  if (!data.method) {
    const waiting = answers.get(data.id)
    answers.delete(data.id)
    if (waiting) data.error ? waiting.reject(Object.assign(new Error(data.error.message), data.error)) : waiting.resolve(data.result)
    return
  }
  const result = await (listeners[data.method] || (() => ({})))(data.params)
  if (data.id !== undefined) post({ id: data.id, result: result || {} })
})
const start = (appCapabilities = {}) => request('ui/initialize', {
  appInfo: { name: 'mock view', version: '1.0.0' }, appCapabilities, protocolVersion: '2026-01-26',
})
const settled = () => notify('ui/notifications/initialized')
`

/** A whole page with this script after the bridge. */
export function viewPage(script: string, body = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Mock view</title></head><body>${body}<script>${VIEW_SCRIPT}${script}</script></body></html>`
}
