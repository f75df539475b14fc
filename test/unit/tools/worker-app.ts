/** Two isolates of an application, as two tabs or Workers would be, over one Durable Object with approvals. */
import { AuthObject, type DurableStub, durableStore } from '../../../src/oauth/server/index.ts'
import { approvals, modelTools } from '../../../src/tools/index.ts'

export { AuthObject }

interface Environment {
  AUTH: { idFromName(name: string): unknown; get(id: unknown): DurableStub }
}

/** The query says who calls what, how often, and how the user answers. Answers with the numbers of calls and questions. */
export default {
  async fetch(request: Request, { AUTH }: Environment): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const user = searchParams.get('user')!
    const uses = Number(searchParams.get('uses') ?? Number.POSITIVE_INFINITY)
    let [calls, questions, refused] = [0, 0, 0]
    const source = {
      listTools: async () => [{ name: 'pay', inputSchema: { type: 'object' } as const }],
      async callTool() {
        calls += 1
        return { content: [] }
      },
    }
    const run = async () => {
      const approve = approvals({
        principal: user,
        server: 'https://bank.example/mcp',
        store: durableStore(AUTH.get(AUTH.idFromName('approvals'))),
        ask() {
          questions += 1
          return {
            allow: searchParams.has('allow'),
            ...(searchParams.has('allow') && { remember: { for: 60_000, uses } }),
          }
        },
      })
      const tools = await modelTools(source, { approve })
      await tools.list[0]!.call({ amount: 5 }).catch(() => {
        refused += 1
      })
    }
    await Promise.all(Array.from({ length: Number(searchParams.get('tabs') ?? 1) }, run))
    return Response.json({ calls, questions, refused })
  },
}
