/** The Vite configuration of the playground. */
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

const config: UserConfig = {
  root: here('.'),
  // A relative base, so that the built page works in any directory.
  base: './',
  plugins: [policyInPage],
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
