/** Checks `structuredContent` against the output schema of the tool and against the one of the caller. */
import type { StandardResult, StandardSchema } from '../../types/standard-schema.ts'
import type { CallToolResult, JsonSchema } from '../../types/tools.ts'
import { InvalidMessageError } from '../errors.ts'
import type { Settings } from '../resolve-options.ts'

/** The result, with the output of the caller's schema in place. Results that say `isError` are not checked. */
export async function checkStructuredContent(
  name: string,
  result: CallToolResult,
  schema: JsonSchema | undefined,
  validate: Settings['jsonSchemaValidator'],
  output: StandardSchema | undefined,
): Promise<CallToolResult> {
  const { structuredContent, isError } = result
  if (isError) return result
  if (schema && validate) {
    if (structuredContent === undefined) throw invalid('it is missing')
    // A validator throws for a schema that it refuses; then no content is valid.
    const issues = await Promise.resolve()
      .then(() => validate(schema, structuredContent))
      .catch((error) => [error])
    if (issues?.length) throw invalid(issues[0])
  }
  const checked = output && (await validateBy(output, structuredContent))
  if (checked?.issues) throw invalid(checked.issues[0])
  return checked ? { ...result, structuredContent: checked.value } : result

  function invalid(issue: unknown): InvalidMessageError {
    const { message: text, error } = (issue ?? {}) as { message?: string; error?: string }
    const reason = text ?? error ?? `${issue}`
    const message = `Expected structuredContent of the tool ${name} to fit its schema: ${reason.slice(0, 200)}`
    return new InvalidMessageError(message, { delivery: 'answered', result, cause: issue })
  }
}

/** A validator that throws says that the value is invalid. */
export function validateBy<T>(schema: StandardSchema<T>, value: unknown): Promise<StandardResult<T>> {
  return Promise.resolve()
    .then(() => schema['~standard'].validate(value))
    .catch((error) => ({ issues: [error] }))
}
