/** A page with what only pages have: pictures that can be scaled, and approvals that tabs share in IndexedDB. */
import { idbStore } from '../../../src/oauth/browser/index.ts'
import { approvals, budget, modelTools, scaleImages } from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'

/** A picture of this size, with something to see in it. */
async function draw(width: number, height: number, type: string): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  const gradient = context.createLinearGradient(0, 0, width, height)
  gradient.addColorStop(0, 'red')
  gradient.addColorStop(1, 'blue')
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

async function measure(data: string, mimeType: string): Promise<[number, number]> {
  const blob = await (await fetch(`data:${mimeType};base64,${data}`)).blob()
  const { width, height } = await createImageBitmap(blob)
  return [width, height]
}

async function call(result: CallToolResult) {
  const source = {
    listTools: async () => [{ name: 'draw', inputSchema: { type: 'object' as const } }],
    callTool: async () => result,
  }
  const tools = await modelTools(source, { budget: budget({ images: scaleImages({ edge: 1_000 }) }) })
  const [tool] = tools.list
  return tool!.toModelContent(await tool!.call({}))
}

const world = {
  /** The type and size of what a model sees of such a picture, or the text in its place. */
  async scale(width: number, height: number, type: string) {
    const [block] = await call({ content: [{ type: 'image', data: await draw(width, height, type), mimeType: type }] })
    if (block!.type !== 'image') return block
    return {
      type: block!.mimeType,
      size: await measure(block!.data, block!.mimeType),
      small: block!.data.length < 1_400_000,
    }
  },

  /** The same for what only claims to be a picture. */
  fake: (data: string) => call({ content: [{ type: 'image', data, mimeType: 'image/png' }] }),

  /** Calls a tool that is approved by this answer, or by what another tab has approved. */
  async pay(user: string, allow: boolean, uses: number) {
    const source = {
      listTools: async () => [{ name: 'pay', inputSchema: { type: 'object' as const } }],
      callTool: async () => ({ content: [] }),
    }
    let asked = 0
    const approve = approvals({
      principal: user,
      server: 'https://bank.example/mcp',
      store: idbStore({ name: 'approvals' }),
      ask() {
        asked += 1
        return { allow, ...(allow && { remember: { for: 60_000, uses } }) }
      },
    })
    const tools = await modelTools(source, { approve })
    const outcome = await tools.list[0]!.call({ amount: 5 }).then(
      () => 'paid',
      () => 'denied',
    )
    return `${outcome}, asked ${asked}`
  },
}

export type FeaturesPage = typeof world

Object.assign(globalThis, { world })
