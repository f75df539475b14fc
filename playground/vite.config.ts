/** The Vite configuration of the inspector. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'
import { documentPolicy, headers } from './policy.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Puts the content security policy into the built page, so that it holds on any host. */
const policyInPage: Plugin = {
  name: 'policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: documentPolicy },
      injectTo: 'head-prepend',
    },
  ],
  /** `_headers` is the file from which Cloudflare's static assets take response headers. */
  generateBundle() {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
    this.emitFile({ type: 'asset', fileName: '_headers', source: ['/*', ...lines, ''].join('\n') })
  },
}

/** Writes the service worker with the list of all files; its cache is named by their contents. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  config: () => ({ define: { 'import.meta.env.HAS_SERVICE_WORKER': 'true' } }),
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => !/\.map$|^_headers$/.test(fileName))
      const hash = createHash('sha256')
      // The manifest and its icons, which are copied as they are.
      const copied = await readdir(here('public'))
      for (const name of copied) hash.update(name).update(await readFile(here(`public/${name}`)))
      for (const file of files) hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source)
      const list = [...copied, ...files.filter((file) => sizeOf(file) <= MAX_STORED).map(({ fileName }) => fileName)]
      const head = `const FILES = ${JSON.stringify(list.sort())}\nconst CACHE = ${JSON.stringify(hash.digest('hex').slice(0, 16))}\n`
      const source = head + (await readFile(here('service-worker.js'), 'utf8'))
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  },
}

/** Larger files are the self-test, which needs the mock server anyway. */
const MAX_STORED = 500_000

const sizeOf = (file: { type: 'chunk'; code: string } | { type: 'asset'; source: string | Uint8Array }) =>
  file.type === 'chunk' ? file.code.length : file.source.length

const config: UserConfig = {
  root: here('.'),
  // A relative base, so that the built page works in any directory.
  base: './',
  plugins: [policyInPage, serviceWorker],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { 'mcp-over-fetch': here('../src/core/index.ts') } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // Preloaded chunks would be part of the first load, whose size is limited.
    modulePreload: false,
    // The self-test, with all scenarios, is loaded only when it is opened.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: { input: [here('index.html'), here('callback.html')] },
  },
  preview: { headers },
}

export default config
