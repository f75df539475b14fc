/** Which tests Vitest runs: those that are not scenarios. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Tests of the test bed itself (hosts, proxies, simulation, fuzzer), and tests on virtual time. */
const bed = [
  'test/bench/*.test.ts',
  ...['testing', 'runtimes', 'steps', 'simulation', 'virtual-time', 'hostile', 'fuzz', 'transport'].map(
    (directory) => `test/${directory}/**/*.test.ts`,
  ),
]
/** Tests of the package that need Chromium. */
const pages = ['pages', 'example-pages', 'testing-page', 'bundlers', 'page-examples'].map(
  (name) => `test/package/${name}.test.ts`,
)
const packageTests = {
  include: ['test/package/*.test.ts'],
  exclude: pages,
  globalSetup: ['test/package/install-peers.ts'],
}
const uiTests = { include: ['test/ui/*.test.ts'], globalSetup: ['test/ui/install-peers.ts'] }
const relayTests = { include: ['test/relay/*.test.ts'], globalSetup: ['test/relay/install.ts'] }
const interopTests = { include: ['test/interop/*.test.ts'], globalSetup: ['test/interop/install.ts'] }

/** Of the tests of /transport, these need the built package or Chromium. */
const transportPages = ['documented-examples', 'chromium'].map((name) => `test/transport/${name}.test.ts`)
const sdkTests = { include: ['test/tools/*.test.ts', ...transportPages], globalSetup: ['test/tools/install.ts'] }

export default defineConfig({
  root,
  test: {
    projects: [
      // One process for many files: most of the time would go into starting processes and loading modules again.
      { root, test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      { root, test: { name: 'bed', include: bed, exclude: ['**/node_modules/**', ...transportPages], isolate: false } },
      { root, test: { name: 'package', ...packageTests, testTimeout: 60_000, isolate: false } },
      { root, test: { name: 'pages', include: pages, isolate: false } },
      { root, test: { name: 'ui', ...uiTests, isolate: false } },
      { root, test: { name: 'interop', ...interopTests, isolate: false } },
      { root, test: { name: 'relay', ...relayTests, isolate: false } },
      { root, test: { name: 'tools', ...sdkTests, isolate: false } },
      // The planted leaks take half a minute of several processes: on demand, `npx vitest run --project soak`.
      { root, test: { name: 'soak', include: ['test/soak/*.test.ts'] } },
      {
        root,
        // As in the page.
        resolve: { alias: { 'mcp-over-fetch': `${root}src/core/index.ts` } },
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
        test: { name: 'playground', include: ['test/playground/*.test.ts'] },
      },
    ],
  },
})
