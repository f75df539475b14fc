/** The arguments of a tool, edited as a form or as JSON. */
import type { Tool } from 'mcp-over-fetch'
import { element } from './element.ts'
import { createField } from './field.ts'
import { toJson } from './show.ts'

type Values = Record<string, unknown>

interface Editor {
  elements: HTMLElement[]
  /** Only for what the browser found valid. */
  read(): Values
}

export interface ArgumentsEditor {
  element: HTMLElement
  /** Switches between form and JSON, and takes the values along. */
  toggle: HTMLButtonElement
  read(): Values
}

export function createArguments(schema: Tool['inputSchema']): ArgumentsEditor {
  const properties = propertiesOf(schema)
  const body = element('div', { className: 'fields' })
  const toggle = element('button', { type: 'button' })
  let isForm = true
  let editor = editForm(properties, schema.required, defaultsOf(properties))
  toggle.addEventListener('click', swap)
  show()
  return { element: body, toggle, read: () => editor.read() }

  function swap(): void {
    const wrong = [...body.querySelectorAll('textarea')].find(({ validity }) => validity.customError)
    if (wrong) {
      wrong.reportValidity()
      return
    }
    const values = editor.read()
    isForm = !isForm
    editor = isForm ? editForm(properties, schema.required, values) : editJson(values)
    show()
  }

  function show(): void {
    toggle.textContent = isForm ? 'Edit as JSON' : 'Edit as form'
    body.replaceChildren(...editor.elements)
  }
}

function editForm(properties: Map<string, Values>, required: unknown, values: Values): Editor {
  const names = new Set([...properties.keys(), ...Object.keys(values)])
  const fields = [...names].map((name) => {
    const isRequired = Array.isArray(required) && required.includes(name)
    // An argument may be called like something that every object has.
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return { name, ...createField({ name, schema: properties.get(name) ?? {}, required: isRequired, value }) }
  })
  const none = element('p', { className: 'muted' }, 'This tool takes no arguments.')
  return {
    elements: fields.length > 0 ? fields.map((field) => field.element) : [none],
    read() {
      const given = fields.map(({ name, read }) => [name, read()] as const)
      return Object.fromEntries(given.filter(([, value]) => value !== undefined))
    },
  }
}

let made = 0

function editJson(values: Values): Editor {
  const text = toJson(values)
  const id = `arguments-${++made}`
  const rows = Math.min(Math.max(text.split('\n').length, 4), 20)
  const control = element('textarea', { id, rows, spellcheck: false, value: text })
  control.addEventListener('input', () => {
    control.setCustomValidity(isValues(parse(control.value)) ? '' : 'Expected a JSON object')
  })
  const label = element('label', { htmlFor: id }, 'Arguments ', element('span', { className: 'muted' }, 'JSON object'))
  return {
    elements: [element('div', { className: 'field' }, label, control)],
    read: () => parse(control.value) as Values,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** By name, in the order of the schema. A schema may also be `true`, which allows anything. */
function propertiesOf({ properties }: Tool['inputSchema']): Map<string, Values> {
  const entries = isValues(properties) ? Object.entries(properties) : []
  return new Map(entries.map(([name, schema]) => [name, isValues(schema) ? schema : {}]))
}

function defaultsOf(properties: Map<string, Values>): Values {
  const given = [...properties].map(([name, schema]) => [name, schema.default] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
