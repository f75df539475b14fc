/** `llms.txt`, the index of the documentation for language models, and `llms-full.txt`, all of it. */
import { rawAddress } from './addresses.ts'
import { manifest } from './entries.ts'
import { absoluteLinks, type Page, readGuides, readPage, readReference } from './guides.ts'

/** `repository` replaces the one in package.json. */
export async function formatLlms(repository?: string): Promise<string> {
  const [guides, reference] = await Promise.all([readGuides(), readReference()])
  return `# ${manifest.name}

> ${manifest.description}

Install it with \`npm install ${manifest.name}\`. \`connect(url)\` finds the revision and the transport of the server and
returns a client that reconnects by itself. Errors have a \`code\`, and a \`delivery\` that says whether the server may have
executed the request. \`${manifest.name}/bundle\` is the main entry as one file for pages.

## Guides

${guides.map((page) => line(page, repository)).join('\n')}

## API reference

${reference.map((page) => line(page, repository) + exportsOf(page)).join('\n')}

## Examples

- [Examples](${rawAddress('examples/README.md', repository)}): Small programs for pages, React, Workers, Deno, extensions and tests.

## Optional

- [Changes](${rawAddress('CHANGELOG.md', repository)}): What each version changed.
`
}

/** Of the API reference only the index: the rest is in the declarations. */
export async function formatLlmsFull(repository?: string): Promise<string> {
  const pages = [await readPage('README.md'), ...(await readGuides())]
  const texts = pages.map((page) => `<!-- ${page.path} -->\n\n${absoluteLinks(page, repository).trim()}\n`)
  const index = (await readReference()).map((page) => line(page, repository) + exportsOf(page))
  return [...texts, `# All entries\n\n${index.join('\n')}\n`].join('\n')
}

function line({ path, title, about }: Page, repository?: string): string {
  return `- [${title.replaceAll('`', '')}](${rawAddress(path, repository)}): ${about}`
}

/** The values on a page of the reference: types are found by those who need them. */
function exportsOf({ text }: Page): string {
  const sections = text.split(/^## /m).filter((section) => /^(Functions|Values|Classes)\n/.test(section))
  const names = sections.flatMap((section) => [...section.matchAll(/^### (.*)$/gm)].map(([, name]) => `\`${name}\``))
  return names.length > 0 ? ` Exports ${names.join(', ')}.` : ''
}
