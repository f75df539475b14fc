/** Argument forms: text as it is typed, nullable values, alternatives, and required fields. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { lastArguments, serverWith } from '../form-servers.ts'
import { schemas } from '../schemas/index.ts'

const shapes = {
  oneOf: [
    {
      title: 'Circle',
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
      required: ['kind', 'radius'],
    },
    {
      title: 'Label',
      type: 'object',
      properties: { kind: { const: 'label' }, text: { type: 'string' } },
      required: ['kind', 'text'],
    },
  ],
}

/** Opens each tool, enters its arguments as JSON, looks at the form, and reads the JSON again. Runs in the page. */
async function fillForms(values: string[]): Promise<{ text: string; jsonFields: number }[]> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const press = async (text: string) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.editor .segmented-control button')]
    buttons.find((button) => button.textContent === text)?.click()
    await drawn()
  }
  const results: { text: string; jsonFields: number }[] = []
  for (const [index, value] of values.entries()) {
    document.querySelectorAll<HTMLElement>('.items button')[index]!.click()
    await drawn()
    await press('JSON')
    const box = () => document.querySelector<HTMLTextAreaElement>('.editor > .field > textarea')!
    box().value = value
    box().dispatchEvent(new Event('input', { bubbles: true }))
    await press('Form')
    const jsonFields = document.querySelectorAll('.editor .json-box').length
    // Each text field gets what it shows once more, as if somebody typed it.
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '.editor textarea, .editor .field > input[type=text], .editor .line > input',
    )) {
      // An empty field is left out or null, and stays what it is while nobody types.
      if (field.value !== '') field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    await drawn()
    await press('JSON')
    results.push({ text: box().value, jsonFields })
  }
  return results
}

export function testForms(fixture: () => Fixture): void {
  describe('a form', () => {
    test(
      'keeps every typed character and the focus; Enter sends a line, and breaks one of several',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const server = await serverWith(fixture(), { type: 'object', properties: { text: { type: 'string' } } })
        await connect({ url: server.url })
        await open('Tools', 'try')
        const field = page.getByLabel(/^text /)
        await field.focus()
        const typed = '0123456789a'.repeat(8)
        await page.keyboard.type(typed)
        expect(await field.inputValue()).toBe(typed)
        await page.keyboard.press('Enter')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ text: typed })
        await press('Write several lines')
        await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
        await page.keyboard.press('Enter')
        await page.keyboard.type('second line')
        expect(await field.inputValue()).toBe(`${typed}\nsecond line`)
        await field.fill('line1\nline2')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ text: 'line1\nline2' })
        expect(problems).toEqual([])
      }),
    )

    test(
      'takes text for Optional[str] = None, or null, or leaves it out',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const name = { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Name' }
        const server = await serverWith(fixture(), { type: 'object', properties: { name } })
        await connect({ url: server.url })
        await open('Tools', 'try')
        const callAndRead = async () => {
          await press('Call')
          await locator('.outcome.good').waitFor()
          return lastArguments(server)
        }
        expect(await callAndRead()).toEqual({})
        await page.getByLabel(/^name /).fill('hello')
        expect(await callAndRead()).toEqual({ name: 'hello' })
        await page.getByLabel('Send null as name').check()
        expect(await callAndRead()).toEqual({ name: null })
        await page.getByLabel('Send null as name').uncheck()
        expect(await callAndRead()).toEqual({})
        expect(problems).toEqual([])
      }),
    )

    test(
      'has the fields of a oneOf at the top, with the constant preset',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const server = await serverWith(fixture(), { type: 'object', ...shapes })
        await connect({ url: server.url })
        await open('Tools', 'try')
        expect(await read('.main-pane')).not.toMatch(/takes no arguments/)
        await page.getByLabel(/^radius /).fill('2')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ kind: 'circle', radius: 2 })
        await page.getByLabel(/^Shape of/).selectOption({ label: 'Label' })
        await page.getByLabel(/^text /).fill('tea')
        await press('Call')
        await locator('.outcome.good').waitFor()
        await server.until((entries) => JSON.stringify(entries.at(-1)?.body).includes('tea'))
        expect(await lastArguments(server)).toEqual({ kind: 'label', text: 'tea' })
        expect(problems).toEqual([])
      }),
    )

    test(
      'shows and asks for the fields that the others call for, and says which rule it cannot follow',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const kind = (value: string) => ({ properties: { kind: { const: value } }, required: ['kind'] })
        const server = await serverWith(fixture(), {
          type: 'object',
          properties: { kind: { enum: ['mail', 'call'] }, id: { type: 'string' }, query: { type: 'string' } },
          required: ['kind'],
          allOf: [
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            { if: kind('mail'), then: { properties: { address: { type: 'string' } }, required: ['address'] } },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            { if: kind('call'), then: { properties: { number: { type: 'string' } } } },
            { not: { required: ['id', 'query'] } },
            { not: { unevaluatedProperties: { type: 'boolean' } } },
          ],
          dependentRequired: { number: ['id'] },
        })
        await connect({ url: server.url })
        await open('Tools', 'try')
        expect(await read('.editor')).toMatch(/rule that this form cannot follow: not \{"unevaluatedProperties"/)
        expect(await page.getByLabel(/^(address|number) /).count()).toBe(0)
        await page.getByLabel(/^kind /).selectOption({ label: 'mail' })
        await page.getByLabel(/^address .*required/).waitFor()
        await page.getByLabel(/^kind /).selectOption({ label: 'call' })
        await page.getByLabel(/^number /).fill('+49 30')
        expect(await page.getByLabel(/^address /).count()).toBe(0)
        await page.getByLabel(/^id .*required/).fill('7')
        await page.getByLabel(/^query /).fill('x')
        await press('Call')
        expect(await read('.form-problems')).toMatch(/id and query cannot be given together/)
        await page.getByLabel(/^query /).fill('')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ kind: 'call', number: '+49 30', id: '7' })
        expect(problems).toEqual([])
      }),
    )

    test(
      'marks each wrong field with its own message, leads to the first one, and sends only when told to',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const properties = { text: { type: 'string' }, size: { type: 'integer', minimum: 1 }, shape: shapes }
        const server = await serverWith(fixture(), { type: 'object', properties, required: ['text', 'size', 'shape'] })
        const messageOf = async (name: RegExp) => {
          const ids = (await page.getByLabel(name).getAttribute('aria-describedby')) ?? ''
          return (await Promise.all(ids.split(' ').map((id) => read(`[id="${id}"]`)))).join(' | ')
        }
        await connect({ url: server.url })
        await open('Tools', 'try')
        expect(await messageOf(/^size /)).toBe('at least 1')
        await press('Call')
        const list = await read('.form-problems')
        expect(list).toMatch(/3 fields need attention[\s\S]*text Required[\s\S]*size Required[\s\S]*radius Required/)
        expect(await lastArguments(server)).toBeUndefined()
        await page.locator('[aria-invalid=true]:focus').waitFor()
        expect(await page.getByLabel(/^text /).evaluate((field) => field === document.activeElement)).toBe(true)
        expect(await locator('.editor [aria-invalid=true]').count()).toBe(3)
        await page.getByLabel(/^size /).fill('0')
        await expect.poll(() => messageOf(/^size /)).toBe('Must be at least 1. | at least 1')
        await page.getByLabel(/^text /).fill('tea')
        await expect.poll(() => locator('.editor [aria-invalid=true]').count()).toBe(2)
        await press('shape.radius')
        expect(await page.getByLabel(/^radius /).evaluate((field) => field === document.activeElement)).toBe(true)
        await press('Send anyway')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ text: 'tea', size: 0, shape: { kind: 'circle' } })
        expect(await locator('.editor [aria-invalid=true]').count()).toBe(0)
        expect(problems).toEqual([])
      }),
    )

    test(
      'says where wrong JSON is wrong, and keeps it while the form is looked at',
      withPage(fixture, async ({ connect, open, press, locator, read, problems }) => {
        const server = await serverWith(fixture(), { type: 'object', properties: { text: { type: 'string' } } })
        await connect({ url: server.url })
        await open('Tools', 'try')
        await press('JSON')
        const wrong = '{\n  "text": "tea",\n  wrong\n}'
        await locator('.editor textarea').fill(wrong)
        expect(await read('.editor .problem')).toMatch(/line 3/)
        await press('Call')
        expect(await lastArguments(server)).toBeUndefined()
        await press('Form')
        expect(await read('.editor')).toMatch(/JSON has a mistake in line 3/)
        await press('JSON')
        expect(await locator('.editor textarea').inputValue()).toBe(wrong)
        await locator('.editor textarea').fill('[1]')
        expect(await read('.editor .problem')).toMatch(/object/)
        expect(problems).toEqual([])
      }),
    )

    test(
      'gives back the arguments of every schema in the collection, with JSON fields only where no form is possible',
      withPage(fixture, async ({ page, connect, locator, problems }) => {
        const server = fixture().realm()
        const tools = schemas.map(({ schema }, index) => ({
          name: `schema_${index}`,
          inputSchema: { ...schema, type: 'object' },
        }))
        await server.configure({ versions: ['2025-11-25'] })
        await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools } }] })
        await connect({ url: server.url })
        await locator('.items button')
          .nth(schemas.length - 1)
          .waitFor()
        const shown = await page.evaluate(
          fillForms,
          schemas.map(({ value }) => JSON.stringify(value)),
        )
        const expected = schemas.map(({ value, json = 0 }) => ({ value, jsonFields: json }))
        expect(shown.map(({ text, jsonFields }) => ({ value: JSON.parse(text), jsonFields }))).toEqual(expected)
        expect(problems).toEqual([])
      }),
    )

    test(
      'keeps arguments under a name, for this server and tool',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const server = await serverWith(fixture(), { type: 'object', properties: { text: { type: 'string' } } })
        await connect({ url: server.url })
        await open('Tools', 'try')
        await page.getByLabel(/^text /).fill('to be kept')
        await locator('.saved-calls summary').click()
        await page.getByLabel('Name for these arguments').fill('greeting')
        await press('Save')
        await page.getByLabel(/^text /).fill('')
        await page.reload()
        await press('greeting')
        expect(await page.getByLabel(/^text /).inputValue()).toBe('to be kept')
        await press('Delete greeting')
        expect(await locator('.saved-calls li').count()).toBe(0)
        expect(problems).toEqual([])
      }),
    )

    test(
      'is a JSON field with a sentence when the schema is not a schema',
      withPage(fixture, async ({ connect, open, press, locator, read, problems }) => {
        const server = await serverWith(fixture(), { type: 'banana', properties: 7 })
        await connect({ url: server.url })
        await open('Tools', 'try')
        expect(await read('.editor')).toMatch(/not a schema[\s\S]*JSON/)
        await locator('.editor textarea').fill('{"any": "thing"}')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await lastArguments(server)).toEqual({ any: 'thing' })
        expect(problems).toEqual([])
      }),
    )
  })
}
