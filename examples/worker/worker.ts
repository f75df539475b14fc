/** A chat on Cloudflare: each is a Durable Object, with the tools of two servers and a model that uses them. */
import { DurableObject } from 'cloudflare:workers'
import { connectGroup, type Group, type GroupSnapshot } from 'mcp-over-fetch/group'
import { modelTools } from 'mcp-over-fetch/tools'
import { askModel, type Message } from '../chat/model.ts'

interface Environment {
  CHAT: DurableObjectNamespace<Chat>
  /** The addresses of the servers. */
  ATLAS: string
  WEATHER: string
}

/** A model that always wants another tool is stopped after so many answers. */
const MOST_ANSWERS = 8

export class Chat extends DurableObject<Environment> {
  #lastTurn: Promise<unknown> = Promise.resolve()

  /** The whole chat, with the answer. Turns run one after the other, since each goes on from the messages of the last. */
  ask(question: string): Promise<Message[]> {
    const turn = this.#lastTurn.then(() => this.#takeTurn(question))
    this.#lastTurn = turn.catch(() => {})
    return turn
  }

  async #takeTurn(question: string): Promise<Message[]> {
    const { storage } = this.ctx
    const earlier = (await storage.get<Message[]>('messages')) ?? []
    const snapshot = await storage.get<GroupSnapshot>('group')
    const { ATLAS, WEATHER } = this.env
    // With a snapshot, nothing is sent but the calls. Without streams to refresh lists, the object can be evicted.
    const group = await connectGroup({ atlas: ATLAS, weather: WEATHER }, { snapshot, autoRefresh: false })
    try {
      const messages = await answer(group, [...earlier, { role: 'user', text: question }])
      await storage.put('messages', messages)
      return messages
    } finally {
      await storage.put('group', group.snapshot())
      // Unlike close(), it leaves the sessions open at the servers, for the next turn.
      await group.detach()
    }
  }
}

/** Asks the model until it wants no more tools. */
async function answer(group: Group, messages: readonly Message[]): Promise<Message[]> {
  // Nobody is there to approve a call, so that the model gets only the tools that change nothing.
  const tools = await modelTools(group, { allow: ({ annotations }) => annotations?.readOnlyHint === true })
  const said = [...messages]
  for (let answers = 0; answers < MOST_ANSWERS; answers++) {
    const { text, toolCalls = [] } = await askModel(said, tools.list)
    if (text) said.push({ role: 'assistant', text })
    if (!toolCalls.length) break
    for (const { name, args } of toolCalls) {
      const tool = tools.find(name)
      const text = await tool?.call(args).then(
        ({ content }) => content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' '),
        (error) => tools.toModelError(error, name),
      )
      said.push({ role: 'tool', text: text ?? `There is no tool ${name}` })
    }
  }
  return said
}

export default {
  /** `POST /chat` with `{ "chat": "<name>", "text": "<question>" }`. Whoever knows the name of a chat can go on with it. */
  async fetch(request: Request, { CHAT }: Environment): Promise<Response> {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/chat')
      return new Response('Not found', { status: 404 })
    const body: { chat?: unknown; text?: unknown } | null = await request.json<object>().catch(() => null)
    const { chat, text } = body ?? {}
    if (typeof chat !== 'string' || typeof text !== 'string')
      return Response.json({ error: 'Expected { "chat": "<name>", "text": "<question>" }' }, { status: 400 })
    return Response.json({ messages: await CHAT.getByName(chat).ask(text) })
  },
}
