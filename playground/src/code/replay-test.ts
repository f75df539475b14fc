/** Generates a test that replays the tape of a session: its calls, with the results that came. */
import { connectOptions, handlerOptions, writeAnswers, writeRequest } from './connect-code.ts'
import { block, indent, stringLiteral } from './literal.ts'
import type { CodeSource } from './source.ts'
import { errorOf, resultOf, writeAssertion } from './test-code.ts'

/** `tape` is the name of its file, beside the test. Calls that were stopped are left out. */
export function writeReplayTest({ target, actions, answers, outcomes = [] }: CodeSource, tape: string): string {
  const { url } = target
  // What the tape masks is not compared, so a token or a header of one's own may be left out.
  const options = [
    'fetch: replay(tape, { loose: true })',
    ...connectOptions({ ...target, auth: 'none', headers: '' }),
    ...handlerOptions(answers),
  ]
  const steps = actions.flatMap((action, index) => {
    const outcome = outcomes[index]
    if (action.kind === 'listen' || outcome === undefined || outcome === 'stopped') return []
    const name = `result${index === 0 ? '' : index + 1}`
    const error = errorOf(outcome)
    if (error) return [`await assert.rejects(${writeRequest(action)}, { code: ${stringLiteral(error.code)} })`]
    return [`const ${name} = await ${writeRequest(action)}`, ...writeAssertion(action, resultOf(outcome), name)]
  })
  const body = [
    ...writeAnswers(answers),
    `const client = await connect(${stringLiteral(url)}, ${block(options)})`,
    ...steps,
    'await client.close()',
  ]
  const lines = [
    `import assert from 'node:assert/strict'`,
    `import { readFile } from 'node:fs/promises'`,
    `import { test } from 'node:test'`,
    `import { connect } from 'mcp-over-fetch'`,
    `import { replay } from 'mcp-over-fetch/testing'`,
    '',
    `const tape = JSON.parse(await readFile(new URL(${stringLiteral(`./${tape}`)}, import.meta.url), 'utf8'))`,
    '',
    `test(${stringLiteral(`the session with ${new URL(url).host}`)}, async () => {`,
    ...body.map((line) => indent(line)),
    '})',
  ]
  return `${lines.join('\n')}\n`
}
