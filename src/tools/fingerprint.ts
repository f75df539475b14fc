/** Fingerprints of tools and other values: the same for the same JSON, whatever the order of its keys. */
import { sha256 } from '../core/util/sha256.ts'
import type { Tool } from '../types/tools.ts'

/**
 * The SHA-256 of a definition as canonical JSON, in hexadecimal. It changes with everything that the server says of the tool.
 *
 * @example
 * const [tool] = await client.listTools()
 * if (tool && (await fingerprint(tool)) !== saved) confirm('The tool has changed. Use it?')
 */
export function fingerprint(tool: Tool): Promise<string> {
  // Of a group: the name that the application gave to the server.
  const { server: _, ...definition } = tool as Tool & { server?: unknown }
  return hashOf(definition)
}

export function hashOf(value: unknown): Promise<string> {
  return sha256(new TextEncoder().encode(canonicalJson(value)))
}

/** Throws for what is nested too deeply. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
