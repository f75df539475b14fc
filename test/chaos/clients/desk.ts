/** Where clients in pages and Workers get their plans, say how far they are, and hand in what they saw. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientPlan, ClientReport, Reach } from './script.ts'

export interface Desk {
  origin: string
  /** Lets whoever asks next play this plan. */
  hand(plan: ClientPlan, reach: Reach): Promise<ClientReport>
  /** The address of a page that plays this plan alone. */
  pageFor(plan: ClientPlan, reach: Reach): { url: string; report: Promise<ClientReport> }
  /** The address at which the client says how far it is. */
  reachAt(reach: Reach): { url: string; forget(): void }
  close(): Promise<void>
}

/** `script` is what the page at `/` runs. */
export async function openDesk(script: string): Promise<Desk> {
  let last = 0
  const reaches = new Map<string, Reach>()
  const done = new Map<string, (report: ClientReport) => void>()
  const plans: { id: number; plan: ClientPlan }[] = []
  const ownPlans = new Map<string, ClientPlan>()
  const askers: ServerResponse[] = []
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    hand(plan, reach) {
      const id = ++last
      reaches.set(`${id}`, reach)
      plans.push({ id, plan })
      serveAskers()
      return new Promise((resolve) => done.set(`${id}`, resolve))
    },
    pageFor(plan, reach) {
      const id = `${++last}`
      reaches.set(id, reach)
      ownPlans.set(id, plan)
      return { url: `${origin}/only/${id}`, report: new Promise((resolve) => done.set(id, resolve)) }
    },
    reachAt(reach) {
      const id = `${++last}`
      reaches.set(id, reach)
      return { url: `${origin}/reach/${id}`, forget: () => void reaches.delete(id) }
    },
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, path = '', id = ''] = (request.url ?? '').split('/')
    if (request.method === 'GET') {
      const isScript = path === 'client.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      const page = '<!doctype html><title>a page</title>'
      const client = '<script type="module" src="/client.js"></script>'
      response.end(isScript ? script : path === 'elsewhere' ? page : page + client)
      return
    }
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (path === 'next') {
      askers.push(response)
      serveAskers()
      return
    }
    if (path === 'plan') {
      const plan = ownPlans.get(id)
      // A page that asks again was loaded anew: its client is gone.
      if (plan) response.setHeader('content-type', 'application/json').end(JSON.stringify({ id, plan }))
      else done.get(id)?.({ broken: 'the browser loaded the page anew' } as never)
      ownPlans.delete(id)
      return
    }
    if (path === 'reach') await reaches.get(id)?.(JSON.parse(body))
    if (path === 'done') done.get(id)?.(JSON.parse(body))
    response.end()
  }

  function serveAskers(): void {
    while (plans.length > 0 && askers.length > 0) {
      const asker = askers.shift()!
      if (asker.destroyed) continue
      asker.setHeader('content-type', 'application/json').end(JSON.stringify(plans.shift()))
    }
  }
}
