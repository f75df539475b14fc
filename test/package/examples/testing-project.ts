/** The files of examples/testing in a project with the package installed, and a way to run them. */
import { cp, mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import { type Consumer, createConsumer } from '../consumer.ts'

export const examplesFolder: string = join(root, 'examples/testing')

/** `packages` are paths of further installed packages, by name. */
export async function createTestingProject(packages: Readonly<Record<string, string>>): Promise<Consumer> {
  const consumer = await createConsumer()
  try {
    await cp(examplesFolder, consumer.path, { recursive: true })
    for (const [name, path] of Object.entries(packages)) {
      const link = join(consumer.path, 'node_modules', name)
      await mkdir(dirname(link), { recursive: true })
      await symlink(path, link)
    }
    return consumer
  } catch (error) {
    await consumer.dispose()
    throw error
  }
}

/** All output of a command; rejects with it if the command fails. */
export function runInProject(
  { path }: Consumer,
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  // Some test runners write to the standard error.
  const line = `${command.map((part) => `'${part}'`).join(' ')} 2>&1`
  // The settings of the runner that runs this test must not reach those of the examples.
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...inherited } = process.env
  const env = { ...inherited, ...environment, NO_COLOR: '1', CI: '1' }
  return runProcess('sh', ['-c', line], { cwd: path, env, limit: 50_000 })
}
