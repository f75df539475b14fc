/** Argument forms without a violation of axe. */
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { serverWith } from '../form-servers.ts'
import { findViolations } from './accessibility.ts'

const everyKind = {
  type: 'object',
  required: ['name', 'size', 'kind', 'words', 'place'],
  properties: {
    name: { type: 'string', minLength: 2, description: 'As others see it.' },
    notes: { type: 'string', maxLength: 2_000 },
    count: { type: 'integer', minimum: 1, multipleOf: 5 },
    kind: { const: 'report' },
    fast: { const: true },
    size: { enum: ['small', 'large'] },
    flags: { type: 'array', items: { enum: ['a', 'b'] } },
    on: { type: 'boolean' },
    nothing: { type: 'null' },
    day: { type: 'string', format: 'date' },
    clock: { type: 'string', format: 'time' },
    at: { type: 'string', format: 'date-time' },
    file: { type: 'string', contentEncoding: 'base64' },
    maybe: { type: ['string', 'null'] },
    place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    words: { type: 'array', items: { type: 'string' }, minItems: 3 },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    shape: {
      oneOf: [
        { title: 'Text', type: 'string' },
        { title: 'Number', type: 'number', minimum: 1 },
      ],
    },
    any: {},
    strange: { type: 'banana' },
  },
}

export function testFormAccessibility(fixture: () => Fixture): void {
  describe('a form', () => {
    test.each(['light', 'dark'] as const)(
      'of every kind of field has no violation of axe, with and without its mistakes, in the %s theme',
      async (colorScheme) => {
        const playgroundPage = await fixture().openPage('', { colorScheme })
        const { page, connect, open, press, locator, close, problems } = playgroundPage
        try {
          const server = await serverWith(fixture(), everyKind)
          await connect({ url: server.url })
          await open('Tools', 'try')
          for (const name of ['Add shape', 'Add labels', 'Add any', 'Add an item']) await press(name)
          expect(await findViolations(playgroundPage)).toEqual([])
          await page.getByLabel(/^count /).fill('x')
          await page.getByLabel(/^at /).fill('2026-01-01T12:00')
          await page
            .getByLabel(/^file /)
            .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
          await press('Call')
          await locator('.form-problems').waitFor()
          expect(await findViolations(playgroundPage)).toEqual([])
          expect(problems).toEqual([])
        } finally {
          await close()
        }
      },
    )
  })
}
