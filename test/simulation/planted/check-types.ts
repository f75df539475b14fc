/** Type-checks the sources of all planted faults in one run of tsc: a fault must be found by the judge, not by a crash. */
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createScratch } from '../../../playground/server/scratch.ts'
import { root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import type { PatchedSources } from '../bundle.ts'

/**
 * Returns the type errors of each fault, in the order of the faults. Each changed file is checked beside the unchanged
 * ones, as `resume.planted-3.ts` beside `resume.ts`.
 */
export async function checkTypes(faults: readonly PatchedSources[]): Promise<string[][]> {
  const scratch = await createScratch()
  try {
    await cp(join(root, 'src'), join(scratch.path, 'src'), { recursive: true })
    await cp(join(root, 'tsconfig.json'), join(scratch.path, 'tsconfig.base.json'))
    await cp(join(root, 'package.json'), join(scratch.path, 'package.json'))
    await symlink(join(root, 'node_modules'), join(scratch.path, 'node_modules'), 'junction')
    const files: string[] = []
    for (const [index, patched] of faults.entries()) {
      for (const [file, contents] of patched) {
        const path = `src/${file.replace(/\.ts$/, `.planted-${index}.ts`)}`
        await writeFile(join(scratch.path, path), contents)
        files.push(path)
      }
    }
    const compilerOptions = { noEmit: true, noUnusedLocals: false, noUnusedParameters: false }
    const config = { extends: './tsconfig.base.json', compilerOptions, include: [], files }
    await writeFile(join(scratch.path, 'tsconfig.json'), JSON.stringify(config))
    const output = await runTsc(scratch.path)
    const lines = output.split('\n').filter((line) => line.includes('error TS'))
    const stray = lines.filter((line) => !/\.planted-\d+\.ts\(/.test(line))
    if (stray.length > 0) throw new Error(`tsc failed outside of the planted faults:\n${stray.join('\n')}`)
    return faults.map((_, index) => lines.filter((line) => line.includes(`.planted-${index}.ts(`)))
  } finally {
    await scratch.dispose()
  }
}

/** What tsc prints; it ends with 1 or 2 where there are errors. */
async function runTsc(directory: string): Promise<string> {
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    return await runProcess(process.execPath, [tsc, '-p', directory, '--pretty', 'false'], { cwd: directory })
  } catch (error) {
    const { message } = error as Error
    if (!message.includes('error TS')) throw error
    return message
  }
}
