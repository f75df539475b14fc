/** A model that does what it is told: the loop of an application with a model, without one. A chunk of its own. */
import type { CallToolResult, Client } from 'mcp-over-fetch'
import { connectGroup } from '../../../src/group/index.ts'
import {
  anthropicTools,
  type ModelTools,
  modelTools,
  openaiChatTools,
  type RunOptions,
  type ToolSource,
} from '../../../src/tools/index.ts'
import type { Step } from './model-steps.ts'
import { servers } from './servers.ts'

export type Api = 'anthropic' | 'openai'

export interface Turn {
  from: 'model' | 'application'
  /** What the model said, or what the application sends back to it, as the API has it. */
  message: unknown
}

export interface ScriptedRun {
  api: Api
  steps: readonly Step[]
  /** By the name that its tools begin with, if there are several. */
  clients: Readonly<Record<string, Client>>
  signal: AbortSignal
  /** Called once: the tools as the model would see them. */
  onTools(definitions: readonly unknown[]): void
  onTurn(turn: Turn): void
}

/** Makes the calls of each step and shows what a model would get back. Rejects only when it is stopped or cannot list. */
export async function runScriptedModel({ api, steps, clients, signal, onTools, onTurn }: ScriptedRun): Promise<void> {
  const { source, release } = await openSource(clients, signal)
  try {
    const tools = await modelTools(source, { signal })
    const play = api === 'anthropic' ? playAnthropic(tools) : playOpenAI(tools)
    onTools(play.definitions)
    for (const [index, step] of steps.entries()) {
      const { message, run } = play.turn(step, `call_${index + 1}`)
      onTurn({ from: 'model', message })
      for (const answer of await run({ signal })) onTurn({ from: 'application', message: answer })
    }
  } finally {
    await release()
  }
}

/** Several servers are one group, so that a tool's name says which server has it. */
async function openSource(
  clients: ScriptedRun['clients'],
  signal: AbortSignal,
): Promise<{ source: ToolSource; release(): Promise<void> }> {
  const entries = Object.entries(clients).map(([name, client]) => [name, recorded(client)] as const)
  if (entries.length === 1) return { source: entries[0]![1], release: async () => {} }
  // The group gets the connections that are open, one for each of its servers in their order.
  const waiting = entries.map(([, client]) => borrow(client))
  const group = await connectGroup(
    Object.fromEntries(entries.map(([name], index) => [name, `https://open.example/${index}`])),
    {
      connect: async (url) => waiting[Number(new URL(url).pathname.slice(1))]!,
      lists: ['tools'],
      autoRefresh: false,
      signal,
    },
  )
  return { source: group, release: () => group.close() }
}

/** The connection belongs to its tab, so closing the group leaves it open. */
function borrow(client: Client): Client {
  const keep = async () => {}
  return replaceMembers(client, { close: keep, detach: keep })
}

/** Its calls are in the history, as those of the person are. */
function recorded(client: Client): Client {
  const calls = servers.value.find(({ session }) => session.value?.client === client)?.calls
  if (!calls) return client
  const callTool = (name: string, args: Record<string, unknown> = {}, options = {}) =>
    calls.record({ kind: 'tool', name, args }, () => client.callTool(name, args, options) as Promise<CallToolResult>)
  return replaceMembers(client, { callTool })
}

function replaceMembers(client: Client, members: Readonly<Record<string, unknown>>): Client {
  return new Proxy(client, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name]
      const member: unknown = Reflect.get(target, name)
      // Methods read private fields, which a proxy does not have.
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** The messages of one API: what the model says, and the adapter that makes its calls. */
interface Play {
  definitions: readonly unknown[]
  turn(step: Step, id: string): { message: unknown; run(options: RunOptions): Promise<readonly unknown[]> }
}

function playAnthropic(tools: ModelTools): Play {
  const { definitions, run } = anthropicTools(tools)
  return {
    definitions,
    turn(step, id) {
      const block =
        'answer' in step
          ? { type: 'text', text: step.answer }
          : { type: 'tool_use', id, name: step.tool, input: step.args }
      const message = { role: 'assistant', content: [block] }
      return { message, run: (options) => run(message, options) }
    },
  }
}

function playOpenAI(tools: ModelTools): Play {
  const { definitions, run } = openaiChatTools(tools)
  return {
    definitions,
    turn(step, id) {
      const message =
        'answer' in step
          ? { role: 'assistant', content: step.answer }
          : { role: 'assistant', content: null, tool_calls: [writeCall(step, id)] }
      return { message, run: (options) => run({ choices: [{ message }] }, options) }
    },
  }
}

function writeCall({ tool: name, args }: Extract<Step, { tool: string }>, id: string): { id: string; type: string } {
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
  return call
}
