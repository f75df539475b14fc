/** The mock server and a bundler, for tests that run a program in its own runtime. */
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Control, createControl } from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { root } from '../../support/paths.ts'

export interface MockServer {
  /** A protected MCP server of its own. */
  createRealm(name: string): Promise<Control>
  dispose(): Promise<void>
}

export async function startMockServer(): Promise<MockServer> {
  const server: RunningServer = await startServer()
  return {
    async createRealm(name) {
      const realm = createControl(server, `${name}-${crypto.randomUUID()}`)
      await realm.configure({ oauth: {} })
      return realm
    },
    dispose: () => server.dispose(),
  }
}

/** Bundles a program of this folder as one module. */
export async function bundleProgram(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/unit/oauth', path)],
    outfile: 'bundle.js',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  })
  return outputFiles[0]!.text
}
