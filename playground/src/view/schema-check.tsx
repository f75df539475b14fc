/** Shows whether a value fits a JSON Schema. The validator is a separate chunk, loaded when it is first needed. */
import { useSignal } from '@preact/signals'
import type { JsonSchema } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Text } from '../ui/text.tsx'

type CheckResult = { fits: boolean; issues: string[] } | { failed: string }

export function SchemaCheck({ schema, value }: { schema: JsonSchema; value: unknown }): JSX.Element | null {
  const result = useSignal<CheckResult | undefined>(undefined)
  useEffect(() => {
    check(schema, value).then(
      (next) => {
        result.value = next
      },
      (error: unknown) => {
        result.value = { failed: String(error) }
      },
    )
  }, [schema, value])
  const current = result.value
  if (!current) return null
  if ('failed' in current) {
    return (
      <span class="tag warn">
        its schema cannot be used: <Text of={current.failed} maxLength={200} />
      </span>
    )
  }
  if (current.fits) return <span class="tag good">fits its schema</span>
  return (
    <span class="tag bad">
      does not fit its schema: <Text of={current.issues.join('; ')} maxLength={500} />
    </span>
  )
}

async function check(schema: JsonSchema, value: unknown): Promise<CheckResult> {
  const { Validator } = await import('@cfworker/json-schema')
  const { valid, errors } = new Validator(schema as object, '2020-12', false).validate(value)
  const issues = errors.slice(-5).map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)
  return { fits: valid, issues }
}
