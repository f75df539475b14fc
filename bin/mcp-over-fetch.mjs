#!/usr/bin/env node
/** The command `mcp-over-fetch`. In a clone of the repository it runs the package as it was built last. */
import { existsSync } from 'node:fs'
import module from 'node:module'

// Node 22.8 and newer keep compiled code for the next start.
module.enableCompileCache?.()
const [published, built] = ['./main.mjs', '../dist/bin/main.mjs'].map((path) => new URL(path, import.meta.url))
const main = [published, built].find((url) => url && existsSync(url))
if (main) await import(main.href)
else {
  process.stderr.write('mcp-over-fetch: the package is not built yet: run npm run build first\n')
  process.exitCode = 1
}
