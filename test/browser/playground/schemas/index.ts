/** All input schemas that the forms are tested with. */
import { conditionalSchemas } from './conditional.ts'
import { handWrittenSchemas } from './hand-written.ts'
import { pydanticSchemas } from './pydantic.ts'
import type { SchemaCase } from './schema-case.ts'
import { typeBoxAndEffectSchemas } from './typebox-and-effect.ts'
import { zodSchemas } from './zod.ts'

export { notPropertySchemas, notSchemas } from './hand-written.ts'

export const schemas: SchemaCase[] = [
  ...pydanticSchemas,
  ...zodSchemas,
  ...typeBoxAndEffectSchemas,
  ...handWrittenSchemas,
  ...conditionalSchemas,
]
