/** The modules of the package, as sources and as built: where they are and what they import. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { transform } from 'esbuild'
import { root } from '../support/paths.ts'
import { isNode, parse, walk } from './syntax.ts'

export const dist = join(root, 'dist')

/** The files of the build with this ending, as paths below `dist`, with their text. The inspector is not among them. */
export async function readBuilt(ending: '.js' | '.d.ts'): Promise<Map<string, string>> {
  const files = await readTree(dist, ending)
  for (const file of files.keys()) if (file.startsWith('inspector/')) files.delete(file)
  if (files.size === 0) throw new Error(`dist holds no ${ending} file: run npm run build first`)
  return files
}

/** The JavaScript of each source file, as paths below `src` that end in `.js`. Without the mock server. */
export async function readJavaScript(): Promise<Map<string, string>> {
  const sources = [...(await readSources())].filter(([file]) => !file.startsWith('testing/'))
  const options = {
    loader: 'ts',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  } as const
  const modules = sources.map(async ([file, text]) => {
    return [file.replace(/ts$/, 'js'), (await transform(text, options)).code] as const
  })
  return new Map(await Promise.all(modules))
}

/** The TypeScript sources, as paths below `src`, with their text. */
export function readSources(): Promise<Map<string, string>> {
  return readTree(join(root, 'src'), '.ts')
}

async function readTree(directory: string, ending: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => posix.relative(directory, posix.join(entry.parentPath, entry.name)))
    .sort()
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(directory, file), 'utf8')] as const)),
  )
}

/** What a module imports or exports from elsewhere, as written; a computed specifier is `?`. */
export function importsOf(code: string, lang: 'js' | 'dts' = 'js'): string[] {
  const specifiers: string[] = []
  for (const { node } of walk(parse(code, lang))) {
    const imports = /^(Import|ExportNamed|ExportAll)(Declaration|Expression)$|^TSImportType$/.test(node.type)
    if (imports && isNode(node.source)) specifiers.push(typeof node.source.value === 'string' ? node.source.value : '?')
  }
  return specifiers
}
