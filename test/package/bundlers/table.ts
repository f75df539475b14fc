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

Check here whether the package works with your bundler. It needs no configuration: one file per entry, no conditional
exports. For each row, an application that imports the client, \`/group\`, \`/tools\`, \`/oauth\` and \`/testing\` was built with
the listed version and then run: it connected, called tools, and reported the expected errors. \`npm run test:bundlers\`
builds and runs them all and writes this page. \`npm test\` covers the first four.

| Bundler | Version | Runtime | Result |
|---|---|---|---|
${rows.join('\n')}

For working setups, see [examples/deno](../examples/deno) (\`npm:\` and an import map), [examples/html](../examples/html) (no
bundler) and [examples/react](../examples/react) (Vite and React). For \`require()\` and Jest, see
[CommonJS and Jest](commonjs.md).
`
}
