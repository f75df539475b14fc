/** docs/badges shows the sizes that are measured. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BADGES, formatBadges, kilobytes } from '../../scripts/docs/badges.ts'
import { root } from '../support/paths.ts'

test('every entry has a badge with its size', async () => {
  const badges = await formatBadges()
  const folder = join(root, BADGES)
  expect((await readdir(folder).catch(() => [])).sort(), 'run npm run docs:badges').toEqual([...badges.keys()].sort())
  for (const [file, text] of badges) {
    const written = await readFile(join(folder, file), 'utf8')
    const shown = /aria-label="gzip: ([^"]*)"/.exec(written)?.[1]
    expect([file, shown]).toEqual([file, /aria-label="gzip: ([^"]*)"/.exec(text)?.[1]])
    expect(written, `${file}: run npm run docs:badges`).toBe(text)
  }
})

test('sizes are whole kilobytes, and one digit more below ten', () => {
  expect([261, 9_949, 9_950, 37_204].map(kilobytes)).toEqual(['0.3 kB', '9.9 kB', '10 kB', '37 kB'])
})
