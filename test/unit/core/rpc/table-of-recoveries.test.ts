/** The table of recoveries in docs/architecture.md has the rows of `RECOVERIES`, in their order, and what they say of delivery. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** How the last column begins. */
const WORDS: Record<string, string> = {
  'not-executed': 'not executed',
  'if-recovered': 'not executed if',
  unknown: 'unknown',
}

test('docs/architecture.md lists every recovery, with what it says of the failed attempt', async () => {
  const [source, page] = await Promise.all([read('src/core/rpc/send.ts'), read('docs/architecture.md')])
  const namesIn = (list: string) => new RegExp(`^const ${list} = \\[(.*)\\]$`, 'm').exec(source)![1]!.split(', ')
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|.*\| (.*) \|$/gm)].map(([, name, delivery]) => ({ name, delivery }))
  const deliveryOf = (name: string) =>
    new RegExp(`^const ${name}: Recovery = \\{[\\s\\S]*?^ {2}delivery: '([\\w-]+)',$`, 'm').exec(source)![1]!
  const all = namesIn('RECOVERIES')
  expect(rows.map(({ name }) => name)).toEqual(all)
  for (const { name, delivery } of rows)
    expect(`${name}: ${delivery}`).toContain(`${name}: ${WORDS[deliveryOf(name!)]}`)
  const posted = namesIn('POST_RECOVERIES').map((name) => `\`${name}\``)
  expect(page).toContain(`Notifications and replies to the server have ${posted.join(' and ')} only.`)
})
