/** Runs every client over the transport in a page, against a mock server in the same page: `results` is set at the end. */
import { createMockServer, type ToolContext } from '../../../../src/testing/index.ts'
import { fetchTransport } from '../../../../src/transport/index.ts'
import { allHosts, type ConnectHost } from '../hosts.ts'

export interface PageResult {
  name: string
  /** The texts of the calls, or the error. */
  seen: string[]
}

const servers = {
  '2026-07-28': { versions: ['2026-07-28'] },
  '2025-11-25': { versions: ['2025-11-25'] },
  'HTTP+SSE': { versions: ['2024-11-05'], transport: 'http+sse' },
} as const

const tools = {
  echo: { run: ({ text }: { text: string }) => text },
  ask: {
    async run(_: unknown, { elicit }: ToolContext) {
      const { action, content } = await elicit('Which colour?', { colour: { type: 'string' } })
      return `${action} ${content?.colour}`
    },
  },
}

async function use(connect: ConnectHost, options: (typeof servers)[keyof typeof servers]): Promise<string[]> {
  const server = createMockServer({ tools, ...options })
  const seen: string[] = []
  const elicit = () => ({ action: 'accept', content: { colour: 'blue' } })
  const transport = fetchTransport(server.url, { fetch: server.fetch })
  const host = await connect(transport, { handlers: { 'elicitation/create': elicit } })
  const call = async (name: string, args?: object) => {
    const { content } = await host.call(name, args)
    seen.push((content as { text: string }[])[0]!.text)
  }
  seen.push(...(await host.toolNames()))
  await call('echo', { text: 'first' })
  // Elicitation is newer than HTTP+SSE, where a restart also ends the stream on which the next answer would come.
  if (!('transport' in options)) {
    await call('ask')
    server.restart()
    await call('echo', { text: 'after a restart' })
  }
  await host.close()
  await server.journal.expectNoOpenStreams()
  return seen
}

async function runAll(): Promise<PageResult[]> {
  const results: PageResult[] = []
  for (const [host, connect] of Object.entries(allHosts)) {
    for (const [kind, options] of Object.entries(servers)) {
      const seen = await use(connect, options).catch((error) => [`${error?.stack ?? error}`])
      results.push({ name: `${host} on ${kind}`, seen })
    }
  }
  return results
}

Object.assign(globalThis, { results: runAll() })
