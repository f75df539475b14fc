/** `llms.txt`, the index of the documentation for language models, and `llms-full.txt`, all of it. */
import { manifest } from './entries.ts'
import { absoluteLinks, address, type Page, readGuides, readPage, readReference } from './guides.ts'

export async function formatLlms(): Promise<string> {
  const [guides, reference] = await Promise.all([readGuides(), readReference()])
  return `# ${manifest.name}

> ${manifest.description}

Install it with \`npm install ${manifest.name}\`. \`connect(url)\` finds the revision and the transport of the server and
returns a client that reconnects by itself. Errors have a \`code\`, and a \`delivery\` that says whether the server may have
executed the request. \`${manifest.name}/bundle\` is the main entry as one file for pages.

## Guides

${guides.map((page) => line(page)).join('\n')}

## API reference

${reference.map((page) => line(page, exportsOf(page))).join('\n')}

## Examples

- [Examples](${address('examples/README.md')}): Small programs for pages, React, Workers, Deno, extensions and tests.

## Optional

- [Promises](${address('docs/promises.md')}): Every promise that a test keeps, with the requirement that it comes from.
- [Changes](${address('CHANGELOG.md')}): What each version changed.
`
}

/** Of the API reference only the index: the rest is in the declarations. */
export async function formatLlmsFull(): Promise<string> {
  const pages = [await readPage('README.md'), ...(await readGuides())]
  const texts = pages.map((page) => `<!-- ${page.path} -->\n\n${absoluteLinks(page).trim()}\n`)
  const index = (await readReference()).map((page) => line(page, exportsOf(page)))
  return [...texts, `# All entries\n\n${index.join('\n')}\n`].join('\n')
}

function line({ path, title, about }: Page, more = ''): string {
  return `- [${title.replaceAll('`', '')}](${address(path)}): ${about}${more}`
}

/** The values on a page of the reference: types are found by those who need them. */
function exportsOf({ text }: Page): string {
  const sections = text.split(/^## /m).filter((section) => /^(Functions|Values|Classes)\n/.test(section))
  const names = sections.flatMap((section) => [...section.matchAll(/^### (.*)$/gm)].map(([, name]) => `\`${name}\``))
  return names.length > 0 ? ` Exports ${names.join(', ')}.` : ''
}
