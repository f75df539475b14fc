/** Tools: their names, their schemas and their descriptions. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { type Check, connected } from '../check.ts'
import { schemaProblems } from '../json-schema.ts'
import { pagesOf } from '../lists.ts'
import { good, notApplicable, problem, warning } from '../outcome.ts'
import { sections } from '../sections.ts'

const group = 'Lists and tools'

const names: Check = {
  id: 'tool-names',
  title: 'Tool names have only letters, digits, _ - and .',
  group,
  section: sections.toolNames,
  run: connected(async (_, { lists }) => {
    const tools = (await lists()).find(({ kind }) => kind.name === 'tools')
    if (!tools || tools.items.length === 0) return notApplicable('It has no tools.')
    const wrong = tools.items
      .map(({ name }) => name)
      .filter((name) => typeof name !== 'string' || !/^[\w.-]{1,128}$/.test(name))
    return wrong.length === 0
      ? good(`${tools.items.length} names are fine.`, pagesOf([tools]))
      : warning(
          `${wrong.length} of ${tools.items.length}: ${wrong
            .slice(0, 3)
            .map((name) => JSON.stringify(name))
            .join(', ')}.`,
          'Rename them: many models and clients refuse other characters, or more than 128.',
          pagesOf([tools]),
        )
  }),
}

const toolSchemas: Check = {
  id: 'tool-schemas',
  title: 'Every tool has valid JSON Schemas of objects',
  group,
  section: sections.tool,
  run: connected(async ({ kind }, { lists }) => {
    const tools = (await lists()).find((list) => list.kind.name === 'tools')
    if (!tools || tools.items.length === 0) return notApplicable('It has no tools.')
    const wrong = tools.items.flatMap(({ name, inputSchema, outputSchema }) => {
      const needsObject = (schema: unknown) =>
        isObject(schema) && schema.type === 'object' ? [] : ['type is not "object"']
      const input = [...needsObject(inputSchema), ...schemaProblems(inputSchema)].map((text) => `inputSchema: ${text}`)
      // Since 2026-07-28 an output may be of any type.
      const output =
        outputSchema === undefined
          ? []
          : [...(kind === 'stateless' ? [] : needsObject(outputSchema)), ...schemaProblems(outputSchema)].map(
              (text) => `outputSchema: ${text}`,
            )
      return [...input, ...output].slice(0, 1).map((text) => `${String(name)}: ${text}`)
    })
    return wrong.length === 0
      ? good(`The schemas of ${tools.items.length} tools are valid.`, pagesOf([tools]))
      : problem(
          `${wrong.length} of ${tools.items.length} tools: ${wrong.slice(0, 3).join('; ')}.`,
          'Correct the schemas: models get them, and forms and validators are made of them.',
          pagesOf([tools]),
        )
  }),
}

const described: Check = {
  id: 'tool-descriptions',
  title: 'Every tool says what it does',
  group,
  section: sections.tool,
  run: connected(async (_, { lists }) => {
    const tools = (await lists()).find((list) => list.kind.name === 'tools')
    if (!tools || tools.items.length === 0) return notApplicable('It has no tools.')
    const without = tools.items.filter(
      ({ description }) => typeof description !== 'string' || description.trim() === '',
    )
    return without.length === 0
      ? good(`${tools.items.length} tools have a description.`, pagesOf([tools]))
      : warning(
          `Without a description: ${without
            .slice(0, 5)
            .map(({ name }) => String(name))
            .join(', ')}.`,
          'Describe every tool: models choose by the description.',
          pagesOf([tools]),
        )
  }),
}

export const toolChecks: readonly Check[] = [names, toolSchemas, described]
