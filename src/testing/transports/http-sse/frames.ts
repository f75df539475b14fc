/** How a connection looks on the wire: its headers, frames and comments. */
import type { ServerConfig } from '../../script/script.ts'

type Profile = Pick<ServerConfig['sse'], 'ibm' | 'retry'>

const encoder = new TextEncoder()

export function headersOf({ ibm }: Profile): Record<string, string> {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
  return ibm ? { ...headers, 'x-mcp-sse': 'true' } : headers
}

/** One event. The ibm profile repeats `retry` in every frame; otherwise it is said once, with the endpoint. */
export function encodeFrame(event: 'endpoint' | 'message' | 'keepalive', data: string, profile: Profile): Uint8Array {
  const lines = [`event: ${event}`, `data: ${data}`]
  if (profile.ibm || event === 'endpoint') lines.push(`retry: ${profile.retry}`)
  return encodeLines(lines, profile)
}

/** A comment: no event to any parser, yet bytes that only arrive where somebody still listens. */
export function encodeComment(profile: Profile): Uint8Array {
  return encodeLines([':'], profile)
}

function encodeLines(lines: string[], { ibm }: Profile): Uint8Array {
  const lineEnd = ibm ? '\r\n' : '\n'
  return encoder.encode([...lines, '', ''].join(lineEnd))
}
