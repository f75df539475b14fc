/** The tests that are not scenarios, as projects. `npm test` runs `unit` and `bed`, `npm run test:all` all but `soak` and `timed`. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The page imports the client by its public name; its sources need no build. */
const resolve = { alias: { 'mcp-over-fetch': `${root}src/core/index.ts` } }
/** Tests of the package that need Chromium. */
const pages = ['pages', 'example-pages', 'testing-page', 'bundlers', 'page-examples'].map(
  (name) => `test/package/${name}.test.ts`,
)

/** Tests that need other packages name a setup, which installs them. */
function project(name: string, include: string[], { exclude = [] as string[], setup = [] as string[] } = {}) {
  const test = {
    name,
    include,
    exclude: ['**/node_modules/**', ...exclude],
    globalSetup: setup,
    // One process for many files: starting processes and loading modules again would take most of the time.
    isolate: false,
    // For tests that hang, not for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  }
  return { root, test }
}

const page = project('playground', ['test/browser/playground/*.test.ts'])

export default defineConfig({
  root,
  test: {
    projects: [
      { ...project('unit', ['test/unit/**/*.test.ts', 'bench/*.test.ts']), resolve },
      project(
        'bed',
        ['mock-server', 'runtimes', 'support', 'simulation'].map((folder) => `test/${folder}/**/*.test.ts`),
        // These need other clients.
        { exclude: ['test/mock-server/peers/**'] },
      ),
      project('fuzz', ['test/fuzz/**/*.test.ts'], { exclude: ['test/fuzz/timed.test.ts'] }),
      project('timed', ['test/fuzz/timed.test.ts']),
      project('package', ['test/package/*.test.ts'], { exclude: pages, setup: ['test/package/install-peers.ts'] }),
      project('pages', [...pages, 'test/browser/durable/*.test.ts']),
      project('ui', ['test/interop/ui/*.test.ts'], { setup: ['test/interop/ui/install-peers.ts'] }),
      project('interop', ['test/interop/*.test.ts'], { setup: ['test/interop/install.ts'] }),
      project('relay', ['test/browser/relay/*.test.ts'], { setup: ['test/browser/relay/install.ts'] }),
      project('apps', ['test/browser/apps/*.test.ts'], { setup: ['test/browser/apps/install.ts'] }),
      project(
        'sdks',
        ['interop/tools', 'interop/transport', 'mock-server/peers'].map((folder) => `test/${folder}/*.test.ts`),
        { setup: ['tools', 'transport'].map((folder) => `test/interop/${folder}/install.ts`) },
      ),
      // The planted leaks take half a minute of several processes: on demand, `npx vitest run --project soak`.
      { root, test: { name: 'soak', include: ['test/chaos/soak/*.test.ts'] } },
      {
        ...page,
        resolve,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: { ...page.test, isolate: true },
      },
    ],
  },
})
