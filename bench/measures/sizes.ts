/** Bytes after gzip of the smallest programs: with the client alone, with a fallback to HTTP+SSE, and with OAuth too. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type ClientName, isPeer, type ProgramName } from '../compared-clients.ts'
import { benchDir, peersDir } from '../paths.ts'
import { oursDir } from '../prepare.ts'
import type { Measure } from './measure.ts'

type Kind = 'minimal' | 'with fallback' | 'with OAuth'

const v1 = '@modelcontextprotocol/sdk/client'
const official = '@modelcontextprotocol/client'
const agents = "export { MCPClientManager } from 'agents/mcp/client'"

/** What each program exports. Where a kind is missing, the client has it in the program before; null is not there at all. */
const programs: Record<ClientName, { [kind in Kind]?: string | null } & { minimal: string }> = {
  bare: { minimal: "export { open } from './clients/bare.ts'", 'with fallback': null, 'with OAuth': null },
  ours: {
    minimal: `export { connect, isMcpError } from '${oursDir}/core/index.js'`,
    'with OAuth': `export { oauth } from '${oursDir}/oauth/index.js'`,
  },
  official: {
    minimal: `export { Client, StreamableHTTPClientTransport } from '${official}'`,
    'with fallback': `export { SSEClientTransport } from '${official}'`,
    'with OAuth': `export { auth, UnauthorizedError } from '${official}'`,
  },
  'sdk-v1': {
    minimal: `export { Client } from '${v1}/index.js'
      export { StreamableHTTPClientTransport } from '${v1}/streamableHttp.js'`,
    'with fallback': `export { SSEClientTransport } from '${v1}/sse.js'`,
    'with OAuth': `export { auth, UnauthorizedError } from '${v1}/auth.js'`,
  },
  'ai-sdk': {
    minimal: "export { createMCPClient } from '@ai-sdk/mcp'",
    'with fallback': null,
    'with OAuth': "export { auth, UnauthorizedError } from '@ai-sdk/mcp'",
  },
  agents: {
    minimal: agents,
    'with OAuth': "export { DurableObjectOAuthClientProvider } from 'agents/mcp/do-oauth-client-provider'",
  },
}

const kinds: readonly Kind[] = ['minimal', 'with fallback', 'with OAuth']

export const sizeMeasure: Measure = {
  name: 'size',
  section: 'Size',
  async run({ names }) {
    const clients = names as readonly ClientName[]
    const rows = []
    for (const kind of kinds) {
      const cells = new Map<ProgramName, string>()
      for (const name of clients) {
        const source = sourceOf(name, kind)
        if (source) cells.set(name, ((await gzipBytes(name, source)) / 1000).toFixed(1))
      }
      rows.push({ title: `Bundle, ${kind}`, unit: 'kB gzip', cells })
    }
    return rows
  },
}

function sourceOf(name: ClientName, kind: Kind): string | undefined {
  if (programs[name][kind] === null) return undefined
  const included = kinds.slice(0, kinds.indexOf(kind) + 1)
  return included.map((part) => programs[name][part] ?? '').join('\n')
}

/** Bundled for a browser, minified. */
async function gzipBytes(name: ClientName, contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: isPeer(name) ? join(peersDir, name) : benchDir, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: ['node:*', 'cloudflare:*'],
    write: false,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}
