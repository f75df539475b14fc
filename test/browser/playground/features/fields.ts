/** The controls of argument forms: numbers, files, dates, constants, and what they say about limits. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { lastArguments, serverWith, startDigitServer } from '../form-servers.ts'
import { openPlayground } from '../page-object.ts'

export function testFields(fixture: () => Fixture): void {
  describe('a field', () => {
    test(
      'says beside a field that its text is no number, and sends nothing',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const server = await serverWith(fixture(), { type: 'object', properties: { size: { type: 'number' } } })
        await connect({ url: server.url })
        await open('Tools', 'try')
        const field = page.getByLabel(/^size /)
        await field.fill('-')
        expect(await locator('.problem').count()).toBe(0)
        await press('Call')
        expect(await read('.problem')).toBe('Not a number.')
        await field.fill('1,5')
        expect(await read('.problem')).toMatch(/without separators, such as 1234\.5/)
        await page.keyboard.press('Enter')
        expect(await lastArguments(server)).toBeUndefined()
        await field.fill('+1.50')
        expect(await locator('.problem').count()).toBe(0)
        await page.keyboard.press('Enter')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ size: 1.5 })
        expect(await field.inputValue()).toBe('+1.50')
        expect(problems).toEqual([])
      }),
    )

    test(
      'sends integers beyond 2^53 digit for digit, from a field, JSON, a reload, a link and a saved call',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const properties = { id: { type: 'integer', maximum: 2 ** 63 }, step: { multipleOf: 5 }, any: {} }
        const server = await startDigitServer({ type: 'object', properties })
        const field = page.getByLabel(/^id /)
        const callAndRead = async () => {
          const before = server.calls.length
          await press('Call')
          await expect.poll(() => server.calls.length).toBe(before + 1)
          return server.calls.at(-1)
        }
        try {
          await connect({ url: server.url })
          await open('Tools', 'try')
          await field.fill('9007199254740993')
          expect(await callAndRead()).toContain('"arguments":{"id":9007199254740993}')
          await press('JSON')
          expect(await locator('.editor textarea').inputValue()).toContain('9007199254740993')
          await locator('.editor textarea').fill('{"id": -9007199254740995, "any": {"big": 18446744073709551615}}')
          await press('Form')
          expect(await field.inputValue()).toBe('-9007199254740995')
          expect(await callAndRead()).toContain('{"id":-9007199254740995,"any":{"big":18446744073709551615}}')

          await locator('.saved-calls summary').click()
          await page.getByLabel('Name for these arguments').fill('large')
          await press('Save')
          await field.fill('9223372036854775807')
          await expect.poll(() => decodeURIComponent(page.url())).toContain('{"id":9223372036854775807,')
          await page.reload()
          await expect.poll(() => field.inputValue()).toBe('9223372036854775807')
          expect(await callAndRead()).toContain('"id":9223372036854775807,')
          await press('large')
          expect(await callAndRead()).toContain('{"id":-9007199254740995,"any":{"big":18446744073709551615}}')
          await expect.poll(() => decodeURIComponent(page.url())).toContain('{"id":-9007199254740995,')
          const link = page.url()
          await page.evaluate(() => sessionStorage.clear())
          await page.goto('about:blank')
          await page.goto(link)
          await press('Connect')
          await expect.poll(() => field.inputValue()).toBe('-9007199254740995')
          expect(await callAndRead()).toContain('"id":-9007199254740995,')

          await field.fill('9223372036854775809')
          await press('Call')
          expect(await locator('.field.invalid .problem').innerText()).toMatch(/at most/)
          await field.fill('')
          await page.getByLabel(/^step /).fill('9007199254740993')
          await press('Call')
          expect(await locator('.field.invalid .problem').innerText()).toBe('Must be a multiple of 5.')
          expect(problems).toEqual([])
        } finally {
          server.close()
        }
      }),
    )

    test('refuses such an integer with a reason where the browser cannot keep its digits', async () => {
      const server = await serverWith(fixture(), { type: 'object', properties: { id: { type: 'integer' } } })
      // A page of its own, since other tests use the pages of the pool with all that they can do.
      const playgroundPage = await openPlayground(fixture().browser, fixture().playground.url)
      const { page, connect, open, press, locator, read, problems, close } = playgroundPage
      try {
        await page.addInitScript(() => void Object.assign(JSON, { rawJSON: undefined, isRawJSON: undefined }))
        await page.reload()
        await connect({ url: server.url })
        await open('Tools', 'try')
        await page.getByLabel(/^id /).fill('9007199254740993')
        expect(await read('.problem')).toMatch(/would send 9007199254740993 as 9007199254740992/)
        await press('Call')
        await press('JSON')
        await locator('.editor textarea').fill('{"id": 9007199254740993}')
        expect(await read('.editor .problem')).toMatch(/would send 9007199254740993 as 9007199254740992/)
        await press('Call')
        expect(await lastArguments(server)).toBeUndefined()
        await locator('.editor textarea').fill('{"id": 9007199254740992}')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ id: 9_007_199_254_740_992 })
        expect(problems).toEqual([])
      } finally {
        await close()
      }
    })

    test(
      'takes files as base64, with name, size and limit, by picking or as text',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const image = { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png', maxLength: 16 }
        const properties = { image, data: { type: 'string', format: 'byte' } }
        const server = await serverWith(fixture(), { type: 'object', properties, required: ['image'] })
        await connect({ url: server.url })
        await open('Tools', 'try')
        const field = page.getByLabel(/^image /)
        expect(await read('.limits')).toBe('image/png · at most 12 B')
        await field.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(13) })
        expect(await read('.file-field .problem')).toBe('big.png has 13 B, at most 12 B can be sent.')
        await field.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from([1, 2, 255, 0]) })
        expect(await read('.file-name')).toMatch(/dot\.png\s+4 B/)
        expect(await locator('.file-field .problem').count()).toBe(0)
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ image: 'AQL/AA==' })
        await press('Clear')
        await press('Call')
        expect(await read('.field.invalid .problem')).toBe('Required.')
        await press('Enter base64')
        await field.fill('AQ=')
        await press('Call')
        expect(await read('.field.invalid .problem')).toBe('Must be base64.')
        await field.fill('AQ==')
        await press('Choose a file')
        expect(await read('.file-name')).toMatch(/Data without a file name\s+1 B/)
        await press('Call')
        await server.until((entries) => JSON.stringify(entries.at(-1)?.body).includes('AQ=='))
        expect(await lastArguments(server)).toEqual({ image: 'AQ==' })
        expect(problems).toEqual([])
      }),
    )

    test(
      'has pickers for dates and times, which give RFC 3339 with an offset',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const properties = {
          day: { type: 'string', format: 'date' },
          clock: { type: 'string', format: 'time' },
          at: { type: 'string', format: 'date-time' },
          utc: { type: 'string', format: 'date-time', pattern: 'Z$' },
        }
        const server = await serverWith(fixture(), { type: 'object', properties })
        const client = await page.context().newCDPSession(page)
        await client.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' })
        await connect({ url: server.url })
        await open('Tools', 'try')
        await page.getByLabel(/^day /).fill('2026-02-28')
        await page.getByLabel(/^clock /).fill('13:30:15')
        await locator('[data-path="/clock"] select').selectOption('Z')
        await page.getByLabel(/^at /).fill('2026-07-01T13:30')
        expect(await locator('[data-path="/at"] output').innerText()).toBe('2026-07-01T13:30:00+02:00')
        await page.getByLabel(/^at /).fill('2026-01-01T13:30')
        await page.getByLabel(/^utc /).fill('2026-01-01T13:30')
        await press('Call')
        await locator('.outcome.good').waitFor()
        const expected = {
          day: '2026-02-28',
          clock: '13:30:15Z',
          at: '2026-01-01T13:30:00+01:00',
          utc: '2026-01-01T13:30:00Z',
        }
        expect(await lastArguments(server)).toEqual(expected)
        await press('JSON')
        await locator('.editor textarea').fill(JSON.stringify({ ...expected, at: 'tomorrow' }))
        await press('Form')
        expect(await page.getByLabel(/^at /).inputValue()).toBe('tomorrow')
        await press('Call')
        expect(await locator('.field.invalid .problem').innerText()).toMatch(/date and time with offset/)
        await client.send('Emulation.setTimezoneOverride', { timezoneId: '' })
        await client.detach()
        expect(problems).toEqual([])
      }),
    )

    test(
      'shows limits in words and constants as text',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const properties = {
          kind: { const: 'circle' },
          mode: { const: 'fast' },
          share: { type: 'integer', minimum: 0, maximum: 100, multipleOf: 5 },
          code: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[A-Z]+$' },
          mail: { type: 'string', format: 'email' },
          words: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
        }
        const server = await serverWith(fixture(), { type: 'object', properties, required: ['kind', 'words'] })
        await connect({ url: server.url })
        await open('Tools', 'try')
        expect(await locator('.editor .limits').allInnerTexts()).toEqual([
          '0 to 100 · a multiple of 5',
          '2 to 4 characters · matches ^[A-Z]+$',
          'an email address',
          'at least 1 item · no item twice',
        ])
        expect(await locator('[data-path="/kind"] output').innerText()).toBe('circle')
        await page.getByLabel(/^mode /).check()
        await page.getByLabel(/^share /).fill('7')
        await page.getByLabel(/^mail /).fill('nobody')
        await press('Call')
        const messages = await locator('.editor .problem').allInnerTexts()
        expect(messages).toEqual(['Must be a multiple of 5.', 'Must be an email address.', 'Required.'])
        await page.getByLabel(/^share /).fill('10')
        await page.getByLabel(/^mail /).fill('a@example.com')
        await press('Add an item')
        await page.getByLabel(/^1\. /).fill('tea')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({
          kind: 'circle',
          mode: 'fast',
          share: 10,
          mail: 'a@example.com',
          words: ['tea'],
        })
        expect(problems).toEqual([])
      }),
    )

    test(
      'gets the focus when it is wrong, also a group of boxes and one that may be null',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const properties = {
          tags: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
          maybe: { type: ['string', 'null'], minLength: 3 },
        }
        const server = await serverWith(fixture(), { type: 'object', properties, required: ['tags'] })
        await connect({ url: server.url })
        await open('Tools', 'try')
        await page.getByLabel(/^maybe /).fill('x')
        await press('Call')
        await locator('.choices input:focus').waitFor()
        await page.keyboard.press('Space')
        await press('Call')
        await locator('[data-path="/maybe"] input[type=text]:focus').waitFor()
        await page.keyboard.type('yz')
        await page.keyboard.press('Enter')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ maybe: 'xyz', tags: ['a'] })
        expect(problems).toEqual([])
      }),
    )

    test(
      'gives text several lines when it is pasted with them',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const properties = { text: { type: 'string' }, long: { type: 'string', maxLength: 5_000 } }
        const server = await serverWith(fixture(), { type: 'object', properties })
        await connect({ url: server.url })
        await open('Tools', 'try')
        expect(await page.getByLabel(/^long /).evaluate(({ tagName }) => tagName)).toBe('TEXTAREA')
        const field = page.getByLabel(/^text /)
        await field.fill('before after')
        await field.evaluate((input: HTMLInputElement) => {
          input.setSelectionRange(7, 7)
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', 'one\r\ntwo ')
          input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        })
        await expect.poll(() => field.evaluate(({ tagName }) => tagName)).toBe('TEXTAREA')
        await page.keyboard.type('!')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ text: 'before one\ntwo !after' })
        expect(problems).toEqual([])
      }),
    )
  })
}
