/** The published manifest, and the texts and the command that are published with the code. */
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../runtimes/paths.ts'
import { inPackage, manifest } from './entries.ts'
import { type BuiltJavaScript, NOTICES } from './javascript.ts'
import { formatLlms, formatLlmsFull } from './llms.ts'

/** The fields of the repository's manifest that users of the package need; the others serve its development. */
const publishedFields = [
  ...['name', 'version', 'description', 'license', 'keywords', 'type', 'bin', 'engines'],
  ...['dependencies', 'peerDependencies', 'peerDependenciesMeta'],
]

/** What coding agents read, where they look for it. */
export const SKILL = 'skills/mcp-over-fetch/SKILL.md'

export async function writeDocuments(outdir: string, { integrity, inlined }: BuiltJavaScript): Promise<void> {
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(publishedManifest(), undefined, 2)}\n`)
  await writeFile(join(outdir, NOTICES), await notices(inlined))
  const readme = fillIn(await readFile(join(root, 'README.md'), 'utf8'), integrity)
  await writeFile(join(outdir, 'README.md'), withAddresses(readme))
  await writeFile(join(outdir, 'CHANGELOG.md'), withAddresses(await readFile(join(root, 'CHANGELOG.md'), 'utf8')))
  await copyFile(join(root, 'LICENSE'), join(outdir, 'LICENSE'))
  await writeFile(join(outdir, 'llms.txt'), await formatLlms())
  await writeFile(join(outdir, 'llms-full.txt'), await formatLlmsFull())
  await cp(join(root, SKILL), join(outdir, SKILL))
  // The command needs no build: it is JavaScript, and imports the package by its name.
  await cp(join(root, 'bin'), join(outdir, 'bin'), { recursive: true, filter: (path) => !path.endsWith('.json') })
}

/** All addresses come from `repository`, so that there is one place to change. */
function publishedManifest(): Record<string, unknown> {
  const { repository, author, exports, sideEffects } = manifest
  const address = `https://github.com/${repository}`
  return {
    ...Object.fromEntries(publishedFields.map((field) => [field, manifest[field]])),
    author,
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git` },
    sideEffects: sideEffects.filter((path) => path.startsWith('./dist/')).map(toPublished),
    exports: Object.fromEntries(
      Object.entries(exports).map(([path, target]) => [
        path,
        typeof target === 'string'
          ? target
          : { types: toPublished(target.types), default: toPublished(target.default) },
      ]),
    ),
  }
}

const toPublished = (path: string): string => `./${inPackage(path)}`

/** The page in the repository has no hash, which changes with every change of the sources. */
function fillIn(readme: string, integrity: string): string {
  return readme.replaceAll('sha384-…', integrity).replaceAll(/(mcp-over-fetch@)VERSION/g, `$1${manifest.version}`)
}

/** Relative links lead nowhere on the page of a registry, which has only this file. */
function withAddresses(markdown: string): string {
  const { repository } = manifest
  const toAddress = (path: string) =>
    /\.(png|svg)$/.test(path)
      ? `https://raw.githubusercontent.com/${repository}/HEAD/${path}`
      : `https://github.com/${repository}/blob/HEAD/${path}`
  const link = /(\]\(|(?:src|srcset)=")(?![a-z]+:|#)([^)"\s]+)/g
  return markdown.replaceAll(link, (_, before: string, path: string) => before + toAddress(path))
}

async function notices(inlined: readonly string[]): Promise<string> {
  const parts = inlined.map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return `## ${name} ${version}\n\n${(await readFile(join(folder, 'LICENSE'), 'utf8')).trim()}\n`
  })
  const head = '# Third-party notices\n\nThe files of this package contain code of the following packages.\n'
  return [head, ...(await Promise.all(parts))].join('\n')
}
