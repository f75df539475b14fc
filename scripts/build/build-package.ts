/** Builds the package as it is published: a folder from which `npm pack` and `npm publish` start. */
import { rm } from 'node:fs/promises'
import { buildCommand } from './command.ts'
import { buildDeclarations } from './declarations.ts'
import { writeDocuments } from './documents.ts'
import { buildInspector } from './inspector.ts'
import { type BuiltJavaScript, buildJavaScript } from './javascript.ts'

/** Replaces `outdir`; rejects if the sources do not compile. */
export async function buildPackage(outdir: string): Promise<BuiltJavaScript> {
  await rm(outdir, { recursive: true, force: true })
  const [built, ofInspector] = await Promise.all([
    buildJavaScript(outdir),
    buildInspector(outdir),
    buildDeclarations(outdir),
    buildCommand(outdir),
  ])
  await writeDocuments(outdir, { ...built, inlined: [...new Set([...built.inlined, ...ofInspector])].sort() })
  return built
}
