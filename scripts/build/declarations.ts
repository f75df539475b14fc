/** The declarations of the package: those of the entries, and of the files that they refer to. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { importsOf } from '../../test/package/modules.ts'
import { root } from '../../test/support/paths.ts'
import { runProcess } from '../../test/support/processes.ts'
import { entries } from './entries.ts'

/** Checks all sources and writes the declarations below `outdir`. */
export async function buildDeclarations(outdir: string): Promise<void> {
  const scratch = await createScratch()
  try {
    const args = ['-p', 'tsconfig.json', '--emitDeclarationOnly', '--outDir', scratch.path, '--pretty', 'false']
    await runProcess(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args], { cwd: root })
    const published = new Map<string, string>()
    for (const entry of entries) await follow(entry.replace(/js$/, 'd.ts'), published, scratch.path)
    for (const [file, text] of published) {
      await mkdir(dirname(join(outdir, file)), { recursive: true })
      await writeFile(join(outdir, file), text)
    }
  } finally {
    await scratch.dispose()
  }
}

async function follow(file: string, published: Map<string, string>, folder: string): Promise<void> {
  if (published.has(file)) return
  const text = (await readFile(join(folder, file), 'utf8')) + (await importErrorTypes(file, folder))
  // `./a.ts` would be found only by compilers since TypeScript 5.0, and there is no such file.
  published.set(file, text.replaceAll(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1'))
  const imported = importsOf(text, 'dts').filter((specifier) => specifier.startsWith('.'))
  for (const specifier of imported) {
    await follow(posix.join(posix.dirname(file), specifier.replace(/ts$/, 'd.ts')), published, folder)
  }
}

/** Whoever has an error of an entry has it in the types of all errors: no source imports them, since JSR would refuse it. */
async function importErrorTypes(file: string, folder: string): Promise<string> {
  const types = await readFile(join(folder, dirname(file), 'error-types.d.ts'), 'utf8').catch(() => '')
  return types.includes(`'./${basename(file, '.d.ts')}.ts'`) ? "import './error-types.ts'\n" : ''
}
