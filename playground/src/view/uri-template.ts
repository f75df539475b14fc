/** The URI template of a resource as a form: its variables, and the URI that their texts make. */
import { expandUriTemplate } from '../../../src/uri-template/index.ts'
import { parseTemplate } from '../../../src/uri-template/parse-template.ts'

export interface TemplateVariable {
  name: string
  required: boolean
  /** Several values, with commas between them. */
  isList: boolean
}

/** Query parameters and the like have their names in the URI, so that one may be missing. */
const OPTIONAL_OPERATORS = ['?', '&', ';', '#']

/** The reason, for a template that is not valid. */
export function readTemplate(template: string): { variables: TemplateVariable[] } | { problem: string } {
  try {
    const found = new Map<string, TemplateVariable>()
    for (const { operator, variables } of parseTemplate(template)) {
      for (const { name, explode } of variables) {
        const required = !OPTIONAL_OPERATORS.includes(operator) || found.get(name)?.required === true
        found.set(name, { name, required, isList: explode || found.get(name)?.isList === true })
      }
    }
    return { variables: [...found.values()] }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** What was typed for a variable: never a member that all objects have. */
export function textOf(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The URI; variables without a text are left out, or stand in it by their names. */
export function expandTemplate(
  template: string,
  variables: readonly TemplateVariable[],
  values: Readonly<Record<string, unknown>>,
): string {
  const entries = variables.map(({ name, required, isList }) => {
    const text = textOf(values, name)
    if (text === '') return [name, required ? `{${name}}` : undefined] as const
    const items = text.split(',').map((item) => item.trim())
    return [name, isList ? items.filter((item) => item !== '') : text] as const
  })
  const uri = expandUriTemplate(template, Object.fromEntries(entries))
  const missing = entries.filter(([name, value]) => value === `{${name}}`)
  return missing.reduce((shown, [name]) => shown.replaceAll(encodeURIComponent(`{${name}}`), `{${name}}`), uri)
}
