/** The definition of a tool, which sampling uses too. */
import * as z from 'zod/mini'
import type { Tool, ToolAnnotations } from '../types/tools.ts'
import { naming, type Schema } from './common.ts'
import { object, optional, perRevision, when, wire } from './define.ts'
import type { Revision } from './revisions.ts'

/** Until 2025-11-25 only a few keywords are defined; from then on it is any JSON Schema of an object. */
function objectSchema(at: Revision): Schema<Tool['inputSchema']> {
  const $schema = when(at.icons, optional(z.string()))
  const type = z.literal('object')
  if (at.stateless) return object({ $schema, type })
  const properties = optional(z.record(z.string(), object({})))
  return object({ $schema, type, properties, required: optional(z.array(z.string())) })
}

export const toolSchema: (at: Revision) => Schema<Tool> = perRevision((at) => {
  const anySchema: Schema<NonNullable<Tool['outputSchema']>> = object({ $schema: optional(z.string()) })
  return wire<Tool>()(
    object({
      ...naming(at),
      inputSchema: objectSchema(at),
      outputSchema: when(at.titles, optional(at.stateless ? anySchema : objectSchema(at))),
      annotations: when(at.audio, optional(toolAnnotations)),
      execution: when(at.coreTasks, optional(toolExecution)),
    }),
  )
})

export const toolExecution: Schema<NonNullable<Tool['execution']>> = object({
  taskSupport: optional(z.enum(['forbidden', 'optional', 'required'])),
})

export const toolAnnotations: Schema<ToolAnnotations> = wire<ToolAnnotations>()(
  object({
    title: optional(z.string()),
    readOnlyHint: optional(z.boolean()),
    destructiveHint: optional(z.boolean()),
    idempotentHint: optional(z.boolean()),
    openWorldHint: optional(z.boolean()),
  }),
)
