/** The published manifest, and the texts and the command that are published with the code. */
import { copyFile, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../test/support/paths.ts'
import { withAddresses } from './addresses.ts'
import { BUNDLE, inPackage, manifest } from './entries.ts'
import { type BuiltJavaScript, NOTICES } from './javascript.ts'
import { formatLlms, formatLlmsFull } from './llms.ts'

/** The fields of the repository's manifest that users of the package need; the others serve its development. */
const publishedFields = [
  ...['name', 'version', 'description', 'license', 'author', 'keywords', 'type', 'bin', 'engines'],
  ...['dependencies', 'peerDependencies', 'peerDependenciesMeta'],
]

/** What coding agents read, where they look for it. */
export const SKILL = 'skills/mcp-over-fetch/SKILL.md'

/** Starts the built command, also in a clone of the repository. */
export const LAUNCHER = 'bin/mcp-over-fetch.mjs'

export async function writeDocuments(outdir: string, { integrity, inlined }: BuiltJavaScript): Promise<void> {
  await writeFile(join(outdir, 'package.json'), `${JSON.stringify(publishedManifest(), undefined, 2)}\n`)
  await writeFile(join(outdir, NOTICES), await notices(inlined))
  const readme = withIntegrity(await readFile(join(root, 'README.md'), 'utf8'), integrity)
  await writeFile(join(outdir, 'README.md'), withAddresses(readme))
  await writeFile(join(outdir, 'CHANGELOG.md'), withAddresses(await readFile(join(root, 'CHANGELOG.md'), 'utf8')))
  await copyFile(join(root, 'LICENSE'), join(outdir, 'LICENSE'))
  await writeFile(join(outdir, 'llms.txt'), await formatLlms())
  await writeFile(join(outdir, 'llms-full.txt'), await formatLlmsFull())
  await cp(join(root, SKILL), join(outdir, SKILL))
  await cp(join(root, LAUNCHER), join(outdir, LAUNCHER))
}

/** All addresses in it follow from `repository`. */
export function publishedManifest(repository = manifest.repository): Record<string, unknown> {
  const { exports, sideEffects } = manifest
  return {
    ...Object.fromEntries(publishedFields.map((field) => [field, manifest[field]])),
    ...(repository && addressFields(`https://github.com/${repository}`)),
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

const addressFields = (address: string) => ({
  homepage: `${address}#readme`,
  bugs: `${address}/issues`,
  repository: { type: 'git', url: `git+${address}.git` },
})

const toPublished = (path: string): string => `./${inPackage(path)}`

/** Puts the hash of the file for pages before the script that imports it. It changes with every change of the sources. */
function withIntegrity(readme: string, integrity: string): string {
  const script = new RegExp(`^<script type="module">\\n.* from '(https:\\S+/${BUNDLE})'$`, 'gm')
  return readme.replaceAll(script, (text, address: string) => {
    return `<link rel="modulepreload" href="${address}" integrity="${integrity}" crossorigin>\n${text}`
  })
}

async function notices(inlined: readonly string[]): Promise<string> {
  const parts = inlined.map(async (name) => {
    const folder = join(root, 'node_modules', name)
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    const { version, license } = JSON.parse(text) as { version: string; license: string }
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
    // Some packages only declare it.
    if (!file) return `## ${name} ${version}\n\nLicence: ${license}, as its package.json says.\n`
    return `## ${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`
  })
  const head = '# Third-party notices\n\nThe files of this package contain code of the following packages.\n'
  return [head, ...(await Promise.all(parts))].join('\n')
}
