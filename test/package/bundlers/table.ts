/** docs/bundlers.md: where the package works, as `npm run test:bundlers` has seen it. */
import type { Bundler } from './bundler.ts'

export const BUNDLERS_PAGE = 'docs/bundlers.md'

export interface Outcome {
  bundler: Bundler
  /** Why the application did not run; undefined if it did. */
  problem?: string
}

export function formatTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ bundler: { name, version, runsIn }, problem }) => {
    return `| ${name} | ${version} | ${runsIn} | ${problem === undefined ? 'works' : 'does not work'} |`
  })
  return `# Bundlers and frameworks

The package has one file per entry and no conditions in its \`exports\`, so that there is nothing to configure. Each row
is an application that imports the client, \`/group\`, \`/tools\`, \`/oauth\` and \`/testing\`, was built with the version that
is named, and then really ran: it connected, called tools, and failed where it should. \`npm run test:bundlers\` builds
and runs them all and writes this page; \`npm test\` does so with the first four.

| built with | version | ran in | |
|---|---|---|---|
${rows.join('\n')}

[examples/deno](../examples/deno) shows the package in Deno, by \`npm:\` and by an import map, [examples/html](../examples/html) in a
page without a bundler, and [examples/react](../examples/react) with Vite and React. For \`require()\` and Jest see
[commonjs.md](commonjs.md).
`
}
