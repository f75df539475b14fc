/** Answers a request of a page by a fetch in this process. */
import type { Route } from 'playwright-core'

/** The mock refuses pages of sites other than its own, as a server on a developer's machine should; these hosts are public. */
export async function forwardTo(hosts: typeof fetch, route: Route): Promise<void> {
  const request = route.request()
  const { origin, ...headers } = await request.allHeaders()
  const own = Object.entries(headers).filter(([name]) => !name.startsWith(':'))
  const body = request.postData()
  const response = await hosts(request.url(), { method: request.method(), headers: own, ...(body && { body }) })
  await route.fulfill({
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'access-control-allow-origin': origin ?? '*' },
    body: Buffer.from(await response.arrayBuffer()),
  })
}
