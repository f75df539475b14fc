/** A project outside of this repository with the package installed, to compile code in. */
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { installed, root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { createInstalled } from './pack.ts'

export interface Consumer {
  path: string
  /** Writes files into the project. */
  add(files: Readonly<Record<string, string>>): Promise<void>
  /** Compiles these files; rejects with the output of the compiler, which is that of this repository by default. */
  compile(
    name: string,
    files: readonly string[],
    options: Readonly<Record<string, unknown>>,
    compiler?: string,
  ): Promise<void>
  dispose(): Promise<void>
}

const fixtures = join(import.meta.dirname, 'types')
/** Packages that a consumer installs beside this one. */
const otherPackages = ['@cfworker/json-schema', '@cloudflare/workers-types', '@types/node', 'undici-types']

/** The strictest compiler options, which also check the declarations. */
const strictest = {
  target: 'es2022',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: false,
}

export async function createConsumer(): Promise<Consumer> {
  const { path, dispose } = await createInstalled()
  await prepare(path).catch(async (error) => {
    await dispose()
    throw error
  })
  return { path, add, compile, dispose }

  async function add(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  }

  async function compile(
    name: string,
    files: readonly string[],
    options: Readonly<Record<string, unknown>>,
    compiler = installed('tsc'),
  ): Promise<void> {
    const config = `tsconfig.${name}.json`
    await add({ [config]: JSON.stringify({ compilerOptions: { ...strictest, ...options }, files }) })
    await runProcess(compiler, ['-p', config, '--pretty', 'false'], { cwd: path })
  }
}

async function prepare(path: string): Promise<void> {
  const modules = join(path, 'node_modules')
  await cp(fixtures, path, { recursive: true })
  for (const name of otherPackages) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  await writeFile(join(path, 'package.json'), JSON.stringify({ type: 'module' }))
}
