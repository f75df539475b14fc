/** How Vite builds and serves the playground. */
import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'
import { documentPolicy, headers } from './policy.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A built page carries its policy along, whoever serves it. */
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
  /** The form in which Cloudflare's static assets take headers. */
  generateBundle() {
    const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
    this.emitFile({ type: 'asset', fileName: '_headers', source: ['/*', ...lines, ''].join('\n') })
  },
}

const config: UserConfig = {
  root: here('.'),
  // Relative, so that the built page works in any directory.
  base: './',
  plugins: [policyInPage],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { alias: { 'mcp-over-fetch': here('../src/core/index.ts') } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // What a page preloads would count as loaded, and Vite's own loader writes no text as markup either way.
    modulePreload: false,
    rolldownOptions: { input: [here('index.html'), here('callback.html')] },
  },
  preview: { headers },
}

export default config
