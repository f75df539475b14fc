/** Says whether a value fits a JSON Schema. The checker is loaded when it is first needed. */
import { useSignal } from '@preact/signals'
import type { JsonSchema } from 'mcp-over-fetch'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Text } from '../ui/text.tsx'

type Verdict = { fits: boolean; issues: string[] } | { failed: string }

export function SchemaCheck({ schema, value }: { schema: JsonSchema; value: unknown }): JSX.Element | null {
  const verdict = useSignal<Verdict | undefined>(undefined)
  useEffect(() => {
    check(schema, value).then(
      (next) => {
        verdict.value = next
      },
      (error: unknown) => {
        verdict.value = { failed: String(error) }
      },
    )
  }, [schema, value])
  const known = verdict.value
  if (!known) return null
  if ('failed' in known) {
    return (
      <span class="tag warn">
        its schema cannot be used: <Text of={known.failed} maxLength={200} />
      </span>
    )
  }
  if (known.fits) return <span class="tag good">fits its schema</span>
  return (
    <span class="tag bad">
      does not fit its schema: <Text of={known.issues.join('; ')} maxLength={500} />
    </span>
  )
}

async function check(schema: JsonSchema, value: unknown): Promise<Verdict> {
  const { Validator } = await import('@cfworker/json-schema')
  const { valid, errors } = new Validator(schema as object, '2020-12', false).validate(value)
  const issues = errors.slice(-5).map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)
  return { fits: valid, issues }
}
