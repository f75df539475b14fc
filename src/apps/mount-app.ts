/** `mountApp()`: shows the view of a tool in a frame of another origin. */
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { isObject } from '../core/util/is-object.ts'
import { reportInPage } from '../core/util/report-in-page.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { checkCsp, type DroppedDomain } from './csp.ts'
import { warnOfFraming } from './framing.ts'
import { openApp } from './open-app.ts'
import { addressOf, findPlace, proxyOrigins } from './place.ts'
import { checkSize, readApp } from './read-app.ts'
import type { App, AppEvent, AppOptions, PageElement } from './types.ts'

/**
 * Shows the view of a tool in the container, and resolves when the view has started. If it cannot be shown, it rejects
 * and leaves nothing behind: show the result of the tool then, and say that its view is missing.
 *
 * @example
 * const tools = await client.listTools()
 * const tool = tools.find((tool) => viewOf(tool))!
 * const args = { city: 'Paris' }
 * const app = await mountApp(document.querySelector('#app')!, {
 *   client,
 *   tool,
 *   args,
 *   result: client.callTool(tool.name, args),
 *   proxy: ({ hash }) => `https://${hash}.apps.example.com/`,
 * })
 * await app.close()
 */
export async function mountApp(container: PageElement, options: AppOptions): Promise<App> {
  const { client, tool, signal, maxSize, allowDomain = () => true, permissions = [] } = options
  const page = container.ownerDocument.defaultView
  if (!page || !container.isConnected) throw invalidArgument('container: expected an element in the document')
  signal?.throwIfAborted()
  const view = await (options.view ?? readApp(client, tool, { signal, maxSize }))
  checkSize(view.html.length, view.uri, maxSize)
  const place = await findPlace(options, page.location)
  const dropped: DroppedDomain[] = []
  const csp = checkCsp(view.meta.csp, place.url, allowDomain, (domain) => dropped.push(domain))
  const address = addressOf(place, csp, options.staticProxy)
  const asked = view.meta.permissions
  const granted = permissions.filter((name) => isObject(asked) && isObject(asked[name]))
  signal?.throwIfAborted()
  emit({ type: 'policy', csp, dropped, permissions: granted })
  const app = await openApp(container, options, {
    view,
    address,
    isolation: place.isolation,
    sandbox: { csp, permissions: Object.fromEntries(granted.map((name) => [name, {}])) },
    emit,
  })
  if (place.isolation === 'origin') {
    void warnOfFraming(container.ownerDocument, place.url.origin, proxyOrigins(), emit)
  }
  return app

  function emit(event: AppEvent): void {
    runSafely(() => options.onEvent?.(event), reportInPage)
  }
}
