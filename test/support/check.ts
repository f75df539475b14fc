/** Style (Biome), and the types of the sources and of the command (tsc). */
import { join } from 'node:path'
import { root } from './paths.ts'
import { runProcess } from './processes.ts'
import type { Outcome } from './step.ts'

const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

export async function run(): Promise<Outcome> {
  const commands = [
    [biome, 'check', '.'],
    [tsc, '-p', 'test/tsconfig.json'],
    [tsc, '-p', 'bin/tsconfig.json'],
  ]
  const checks = await Promise.allSettled(commands.map((args) => runProcess(process.execPath, args, { cwd: root })))
  const failed = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason as Error] : []))
  const lines = failed.flatMap((error) => error.message.split('\n').slice(0, 60))
  return { passed: checks.length - failed.length, failed: failed.length, lines }
}
