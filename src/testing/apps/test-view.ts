/** A view that examines its host: it reports each requirement by its id, with what it saw. */
import { viewPage } from './view-script.ts'

/** What the view examines its host with. Without a member, the checks that need it are left out. */
export interface TestViewOptions {
  /** An address of a domain that the view declares in `connectDomains`, which allows CORS. */
  declared?: string
  /** An address of a domain that it does not declare. */
  undeclared?: string
  /** A tool that apps may call; it returns its arguments as text. */
  appTool?: string
  /** A tool that only models may call. */
  modelTool?: string
  /** A resource of the server, with the text that it contains. */
  resource?: { uri: string; text: string }
}

/** What the view reports, as `data` of log messages whose `logger` is `test-view`. */
export interface TestViewReport {
  /** The id of the requirement, such as `lifecycle/tool-input`. `end` comes after the checks that the view starts. */
  id: string
  /** Whether the host meets it. */
  ok: boolean
  /** What the view saw. */
  detail: unknown
}

const CHECKS = `
const report = (id, ok, detail) => log({ id, ok: !!ok, detail: detail === undefined ? null : detail }, 'test-view')
const nameOf = (run) => { try { run(); return 'nothing' } catch (error) { return error.name } }
const failure = (promise) => promise.then(() => undefined, (error) => error)
const isBlocked = async (url) => {
  // The event may come after the failure that it explains.
  const isExplained = new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective === 'connect-src'))
    setTimeout(resolve, 5000, false)
  })
  return (await failure(fetch(url))) && (await isExplained)
}

let inputs = 0, partials = 0, lateParts = 0, results = 0, sandboxMessages = 0
addEventListener('message', ({ data }) => {
  if (/^ui\\/notifications\\/sandbox-/.test(data && data.method)) sandboxMessages++
})
const input = new Promise((resolve) => on('ui/notifications/tool-input', (params) => {
  inputs++
  report('lifecycle/tool-input', inputs === 1 && results === 0, params)
  resolve()
}))
on('ui/notifications/tool-input-partial', (params) => {
  partials++
  if (inputs) lateParts++
  report('lifecycle/tool-input-partial', inputs === 0, params)
})
on('ui/notifications/tool-result', (params) => {
  results++
  report('lifecycle/tool-result', inputs === 1 && results === 1, params)
  report('lifecycle/tool-input-partial-stop', lateParts === 0, { partials, lateParts })
})
on('ui/notifications/tool-cancelled', (params) => report('lifecycle/tool-cancelled', results === 0, params))
on('ui/notifications/host-context-changed', (params) => report('context/context-changed', Object.keys(params).length > 0, params))
on('ui/resource-teardown', async (params) => {
  report('lifecycle/teardown-notify', typeof params === 'object', params)
  // A host that does not wait never gets the second report.
  await new Promise((resolve) => setTimeout(resolve, 20))
  report('lifecycle/teardown-await', true)
  return {}
})

start({ availableDisplayModes: ['inline', 'fullscreen'] }).then(async (initialized) => {
  const { protocolVersion, hostInfo, hostCapabilities, hostContext } = initialized
  settled()
  report('lifecycle/initialize-capabilities', protocolVersion === '2026-01-26' && hostInfo.name && hostCapabilities, hostCapabilities)
  report('capabilities/server-passthrough', hostCapabilities.serverTools && hostCapabilities.serverResources)
  report('context/initialize-hostcontext', hostContext.toolInfo.tool.name, hostContext)
  report('security/sandbox-proxy-required', parent !== top)
  const others = nameOf(() => top.document.title)
  report('security/sandbox-distinct-origin', others === 'SecurityError', others)
  report('security/iframe-sandboxed', open('about:blank') === null)
  try {
    // Only a view with an origin sees the frame around it.
    const { allow } = parent.document.querySelector('iframe')
    const granted = Object.keys((hostCapabilities.sandbox || {}).permissions || {})
    report('security/permissions-allow-attr', allow.split('; ').filter(Boolean).length === granted.length, allow)
  } catch {}
  const storage = nameOf(() => localStorage.setItem('test-view', 'kept'))
  report('security/sandbox-permissions', storage === 'nothing', storage)
  report('security/sandbox-message-forwarding', JSON.stringify(await request('ping')) === '{}')
  const strange = await failure(request('ui/no-such-method'))
  report('security/unknown-method', strange && strange.code === -32601, strange && strange.message)
  if (options.undeclared) {
    const blocked = await isBlocked(options.undeclared)
    report('security/sandbox-csp-enforced', blocked)
    report(options.declared ? 'security/csp-no-loosening' : 'security/csp-default-deny', blocked)
  }
  if (options.declared) {
    const error = await failure(fetch(options.declared))
    report('security/csp-allow-declared', !error, String(error))
    report('security/csp-construct-from-domains', !error, String(error))
  }
  await input
  if (options.appTool) {
    const { content } = await request('tools/call', { name: options.appTool, arguments: { a: 1 } })
    report('tools/proxy-call', content[0].text === '{"a":1}' && results <= 1, content)
  }
  if (options.modelTool) {
    const error = await failure(request('tools/call', { name: options.modelTool, arguments: {} }))
    const { tools } = await request('tools/list')
    report('visibility/app-tool-call-guard', error && !tools.some(({ name }) => name === options.modelTool), error && error.message)
  }
  if (options.resource) {
    const { contents } = await request('resources/read', { uri: options.resource.uri })
    report('resources/read-referenced', contents[0].text === options.resource.text, contents)
  }
  const link = await failure(request('ui/open-link', { url: 'javascript:alert(1)' }))
  const opened = await request('ui/open-link', { url: 'https://example.com/' })
  report('links/open-external', link && !opened.isError, link && link.message)
  report('messages/add-to-conversation', !(await request('ui/message', { role: 'user', content: [{ type: 'text', text: 'hello' }] })).isError)
  report('messages/consent', (await request('ui/message', { role: 'user', content: [{ type: 'text', text: 'refuse me' }] })).isError)
  const known = []
  for (const text of ['first', 'last']) known.push(await request('ui/update-model-context', { content: [{ type: 'text', text }] }))
  report('model-context/provide-future-turns', JSON.stringify(known) === '[{},{}]', known)
  const unavailable = await request('ui/request-display-mode', { mode: 'pip' })
  report('display/unavailable-returns-current', unavailable.mode === 'inline', unavailable)
  // The view declares inline and fullscreen, so no host may give it another mode.
  report('display/no-undeclared-mode', unavailable.mode !== 'pip', unavailable)
  report('display/decline-undeclared', unavailable.mode !== 'pip', unavailable)
  const resulting = await request('ui/request-display-mode', { mode: 'fullscreen' })
  const offered = (hostContext.availableDisplayModes || []).includes('fullscreen')
  report('display/return-resulting-mode', resulting.mode === (offered ? 'fullscreen' : 'inline'), resulting)
  await request('ui/request-display-mode', { mode: 'inline' })
  const resized = new Promise((resolve) => {
    const check = () => { if (innerHeight === 321) resolve(true) }
    addEventListener('resize', check)
    setTimeout(resolve, 10_000, false)
    check()
  })
  notify('ui/notifications/size-changed', { width: 300, height: 321 })
  report('dimensions/listen-size-changed', await resized, innerHeight)
  report('security/sandbox-no-self-requests', sandboxMessages === 0, sandboxMessages)
  report('end', true)
})
`

/**
 * The HTML of a view that examines its host. Mount it with callbacks for links, messages, context, display modes and
 * logs, and look at what it logs. No view can see what a host logs, prefetches, shows or tells its model: check that there.
 *
 * @example
 * const html = testView({ appTool: 'refresh', undeclared: 'https://elsewhere.example/' })
 */
export function testView(options: TestViewOptions = {}): string {
  return viewPage(
    `const options = ${JSON.stringify(options).replaceAll('<', '\\u003c')}\n${CHECKS}`,
    '<p>A view that examines its host</p>',
  )
}
