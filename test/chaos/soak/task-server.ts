/** A server whose tool runs as a task where the client supports tasks, which `createMockServer` has no option for. */
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createTaskFeatures } from '../../../src/testing/features/tasks/task-features.ts'
import { input, type Tool } from '../../../src/testing/features/tool.ts'
import { createInProcessFetch } from '../../../src/testing/http/in-process-fetch.ts'
import type { MockServerOptions } from '../../../src/testing/index.ts'
import { createJournal } from '../../../src/testing/journal/journal.ts'
import { ProtocolError } from '../../../src/testing/jsonrpc/protocol-error.ts'
import { createOfferedContent } from '../../../src/testing/mock/offered-content.ts'
import { type AnySettings, toConfig } from '../../../src/testing/mock/options.ts'
import { createServer } from '../../../src/testing/server.ts'
import { createMemoryStore } from '../../../src/testing/store.ts'
import type { Ledger } from './ledger.ts'
import { type SoakServer, type WorkArguments, work } from './servers.ts'

export function createTaskServer(options: MockServerOptions, ledger: Ledger, origin: string): SoakServer {
  const { content } = createOfferedContent({ resources: { 'soak://text': 'a text' }, prompts: { hello: 'Hello' } })
  const tools = ['work', 'again'].map((name) => createTool(name, ledger))
  const { capabilities: _all, ...offered } = content
  const server = createServer({
    store: createMemoryStore(),
    clock: createClock(),
    random: Math.random,
    content: () => ({ ...offered, tools: () => tools, createTasks: createTaskFeatures }),
    config: { origins: 'any', ...toConfig(options as AnySettings) },
  })
  return {
    url: `${origin}/mcp`,
    fetch: createInProcessFetch((request, network) => server.fetch(request, network)),
    journal: createJournal(server.recorder),
    fault: server.faults.add,
    restart: server.restart,
    closeStreams: (kind = 'all') => server.closeStreams(kind),
    notify: server.notify,
    expireTokens: server.expireTokens,
    close: async () => server.stop(),
  }
}

function createTool(name: string, ledger: Ledger): Tool {
  return {
    name,
    taskSupport: 'optional',
    inputSchema: input(),
    ...(name === 'again' && { annotations: { idempotentHint: true, readOnlyHint: true } }),
    run: ({ arguments: args, runAsTask }) =>
      runAsTask(
        async ({ wait }) => {
          try {
            return await work(ledger, args as unknown as WorkArguments, { wait, progress: async () => {} })
          } catch (reason) {
            const { code, message } = reason as { code?: number; message: string }
            throw code === undefined ? reason : new ProtocolError(code, message)
          }
        },
        { pollIntervalMs: 20 },
      ),
  }
}
