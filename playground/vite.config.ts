/** How Vite serves and builds the playground. */
import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'
import { developmentPolicy, documentPolicy, headerPolicy } from './policy.ts'

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
}

const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Relative, so that the built page works in any directory.
  base: './',
  plugins: [policyInPage],
  resolve: { alias: { 'mcp-over-fetch': fileURLToPath(new URL('../src/index.ts', import.meta.url)) } },
  define: { PREFILLED_ADDRESS: '""' },
  server: { headers: { 'content-security-policy': developmentPolicy } },
  preview: { headers: { 'content-security-policy': headerPolicy } },
}

export default config
