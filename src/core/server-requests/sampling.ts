/** Conversations with tools that a server wants continued: every use of a tool has its result (client/sampling). */
import type { SampleRequest } from '../../types/client-features.ts'

interface Block {
  type: string
  id?: unknown
  toolUseId?: unknown
}

export function isBalanced({ messages }: SampleRequest): boolean {
  let open: unknown[] = []
  for (const { content } of messages) {
    const blocks = (Array.isArray(content) ? content : [content]) as unknown as Block[]
    const results = blocks.filter(({ type }) => type === 'tool_result').map(({ toolUseId }) => toolUseId)
    // The results of one message answer exactly the uses of the one before, and nothing else is said with them.
    const isWhole = results.length === open.length && open.every((id) => results.includes(id))
    if (!isWhole || (results.length && results.length !== blocks.length)) return false
    open = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
  }
  return !open.length
}
