/** A store whose requests are counted, for rendering on a server. */
import { createMcpStore } from 'mcp-over-fetch/store'

let requests = 0

/** Requests fail, and are counted. */
export const fetch = async (): Promise<never> => {
  requests++
  throw new TypeError('there is no network')
}

export const store = createMcpStore('https://tools.example.com/mcp', { fetch })

/** What was rendered, and how many requests that caused until a moment later. */
export async function withRequests(html: string | Promise<string>): Promise<[string, number]> {
  const text = await html
  await new Promise((resolve) => setTimeout(resolve, 20))
  return [text, requests]
}
