/** The size of the smallest program with an entry, in bytes after gzip. */
import { manifest } from '../build/entries.ts'
import { bundle } from './bundle.ts'

/** The entries with JavaScript that a program imports. */
export const paths: readonly string[] = Object.keys(manifest.exports).filter(
  (path) => !['./types', './bundle', './package.json'].includes(path),
)

/** What the smallest program imports; of the other entries it is everything. */
const smallest: Readonly<Record<string, string>> = {
  '.': '{ connect, isMcpError }',
  './tools': '{ modelTools, openaiResponsesTools }',
  './store': '{ createMcpStore, idleView, select }',
  './transport': '{ fetchTransport }',
  './durable': '{ durable, indexedDbStore }',
  './recorder': '{ recorder }',
  './apps': '{ mountApp }',
  './discover': '{ discover, readCard, connectCard }',
  './relay': '{ createRelay }',
  './oauth': '{ oauth }',
  './testing': '{ createMockServer }',
  './typegen': '{ generateTypes }',
}

export const program = (path: string, from: string = manifest.name + path.slice(1)): string =>
  path === './oauth/callback' ? `import '${from}'` : `export ${smallest[path] ?? '*'} from '${from}'`

/** Entries that build on others: they are measured by what they add to a program that has these already. */
export const buildsOn: Readonly<Record<string, readonly string[]>> = {
  './store': ['.'],
  './group': ['.'],
  './react': ['.', './store', './apps'],
  './apps': ['.'],
  './transport': ['.'],
  './durable': ['.'],
  './recorder': ['.'],
  './discover': ['.'],
  './workers': ['.', './durable'],
}

/** The bytes that count for the budget of an entry. */
export async function measure(path: string): Promise<number> {
  const base = (buildsOn[path] ?? []).map((other) => program(other)).join('\n')
  const { size } = await bundle(`${base}\n${program(path)}`)
  return base ? size - (await bundle(base)).size : size
}

/** The same program, made of the sources. */
export function sourceProgram(path: string): string {
  const { default: file } = manifest.exports[path] as { default: string }
  return program(path, file.replace('./dist/', './src/').replace(/js$/, 'ts'))
}
