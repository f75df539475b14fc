/**
 * What regular expressions read takes linear time. Their steps cannot be counted, so this compares times and is part of
 * `npm run test:find` only. Quadratic growth is a hundredfold in every attempt, whatever else the machine does: one
 * attempt below a fortyfold proves that growth is not quadratic.
 */
import { expect, test } from 'vitest'
import { parseChallenges } from '../../src/oauth/discover/www-authenticate.ts'
import { parseFrontmatter } from '../../src/skills/frontmatter.ts'
import { textInputs } from './growth-inputs.ts'

const challenges = ['a="', '\\"', 'a ', 'a=,', '=', '"', ',', 'Bearer x=y, ', '\\', 'a=b c'].map(
  (piece) => [`a challenge of ${piece}`, (size: number) => `Bearer ${piece.repeat(size / piece.length)}`] as const,
)

const frontMatter: readonly (readonly [string, (size: number) => string])[] = [
  ['a list of blanks before an open quote', (size) => `a: [${' '.repeat(size)}"]`],
  ['a line of blanks without a colon', (size) => `a${' '.repeat(size)}b`],
  ['empty lines in a block', (size) => `a: |\n  x${'\n'.repeat(size)}  y`],
  ['empty lines in a folded block', (size) => `a: >\n  x${'\n'.repeat(size)}  y`],
  ['number signs before a line separator', (size) => `a: ${' #'.repeat(size)}\u2028x`],
  ['open quotes in a list', (size) => `a: ["${`\\", '', `.repeat(size)}]`],
  ['doubled quotes', (size) => `a: '${"''".repeat(size)}`],
  ['digits', (size) => `a: ${'1'.repeat(size)}.${'1'.repeat(size)}x`],
  ['colons', (size) => `- ${': '.repeat(size)}`],
  ['dashes', (size) => '--- x\n'.repeat(size / 10)],
]

const inputs = [
  ...textInputs.map(([title, size, run]) => [title, size, run] as const),
  ...challenges.map(([title, text]) => [title, 20_000, (size: number) => parseChallenges(text(size))] as const),
  ...frontMatter.map(([title, yaml]) => [title, 20_000, (size: number) => readFrontMatter(yaml(size))] as const),
]

function readFrontMatter(yaml: string): void {
  try {
    parseFrontmatter(`---\n${yaml}\n---\n`)
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError)
  }
}

async function milliseconds(run: () => unknown): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

test.each(inputs)('%s', async (_, size, run) => {
  let ratio = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 30 && ratio >= 40; attempt++) {
    const small = await milliseconds(() => run(size))
    ratio = (await milliseconds(() => run(10 * size))) / Math.max(small, 0.2)
  }
  expect(ratio).toBeLessThan(40)
})
