/** Return paths stay on the origin of the page. */
import { expect, test } from 'vitest'
import { parseReturnPath } from '../../../../src/oauth/authorize/return-path.ts'

const base = 'https://app.example/oauth/callback?code=1'

test.each([
  ['/items', '/items'],
  ['https://app.example/items?item=7#part', '/items?item=7#part'],
  ['https://app.example:443/items', '/items'],
  ['items', '/oauth/items'],
  ['?a=1', '/oauth/callback?a=1'],
  ['', '/oauth/callback?code=1'],
  // Each of these would leave the site if it were used unchanged.
  ['https://app.example//evil.example/x', '/evil.example/x'],
  ['/.//evil.example', '/evil.example'],
  // `https:` without slashes is relative to a base of the same scheme.
  ['https:evil.example', '/oauth/evil.example'],
  ['/\\evil.example', undefined],
  ['\\\\evil.example', undefined],
  ['//evil.example', undefined],
  ['https://evil.example', undefined],
  ['http://app.example/', undefined],
  ['https://app.example:444/', undefined],
  ['https://app.example@evil.example/', undefined],
  ['java\nscript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['https://[', undefined],
])('the return path of %j is %j', (text, path) => {
  const parsed = parseReturnPath(text, base)
  expect(parsed).toBe(path)
  if (parsed !== undefined) expect(new URL(parsed, base).origin).toBe('https://app.example')
})
