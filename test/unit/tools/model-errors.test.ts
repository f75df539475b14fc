/** What a model reads of a call without a result: which server, whether it may have been executed, and what to do. */
import { describe, expect, test } from 'vitest'
import { ConnectionError, RpcError } from '../../../src/core/errors.ts'
import { aiSdkTools, modelTools, openaiResponsesTools, ToolError } from '../../../src/tools/index.ts'
import { createFakeSource, tool } from './fake-source.ts'

function toolsThatFail(error: unknown, server: string | undefined = 'docs') {
  const source = createFakeSource([tool('add', server === undefined ? {} : { server })], () => {
    throw error
  })
  return modelTools(source)
}

async function textOf(error: unknown): Promise<string> {
  const { run } = openaiResponsesTools(await toolsThatFail(error))
  const [output] = await run({
    output: [{ type: 'function_call', call_id: '1', name: 'add', arguments: '{}' } as never],
  })
  return output!.output as string
}

const broken = (delivery: 'unknown' | 'not-executed', retryable = false) =>
  new ConnectionError('tools/call: no response', { delivery, retryable })

describe('a failed call', () => {
  test('that may have been executed says so', async () => {
    expect(await textOf(broken('unknown'))).toBe(
      'The tool failed:\nadd of the server "docs" failed: tools/call: no response. ' +
        'The call may have been executed. Check whether it was before you retry.',
    )
  })

  test('that was not executed says so, and whether a retry makes sense', async () => {
    expect(await textOf(broken('not-executed'))).toMatch(
      /no response\. The call was not executed\. A retry will not help\.$/,
    )
    expect(await textOf(broken('not-executed', true))).toMatch(/The call was not executed\. You can retry it\.$/)
  })

  test('that the server refused has the words of the server', async () => {
    expect(await textOf(new RpcError('tools/call', { code: -32602, message: 'a is missing' }))).toBe(
      'The tool failed:\nadd of the server "docs" failed: tools/call: a is missing (-32602). ' +
        'The server refused the arguments, and should not have executed the call. Correct the arguments before you retry.',
    )
    expect(await textOf(new RpcError('tools/call', { code: -32603, message: 'no disk' }))).toMatch(
      /no disk \(-32603\)\. The call may have been executed\. Check whether it was before you retry\.$/,
    )
  })

  test.for([-32700, -32600, -32601])('that the server cannot have executed says so: %i', async (code) => {
    expect(await textOf(new RpcError('tools/call', { code, message: 'no' }))).toMatch(
      /of the server "docs" failed: .* The call was not executed\. A retry will not help\.$/,
    )
  })

  test('whose answer cannot be used says so', async () => {
    const error = new ConnectionError('no JSON', { delivery: 'answered' })
    expect(await textOf(error)).toMatch(/executed the call, but its answer cannot be used\. Do not retry it\.$/)
    const tools = await modelTools(createFakeSource([tool('add', { annotations: { readOnlyHint: true } })]))
    expect(tools.toModelError(error, 'add')).toMatch(/cannot be used\. You can retry it safely\.$/)
  })

  test.for([
    ['denied', 'The call of add was not approved', 'Do not retry it unless the user asks for that.'],
    ['not-found', 'There is no tool named add', 'A retry will not help.'],
    ['arguments', 'There is no tool named add', 'Correct the arguments before you retry.'],
  ] as const)('that was not made says why: %s', async ([reason, message, advice]) => {
    expect(await textOf(new ToolError(reason, 'add'))).toBe(
      `The tool failed:\nadd of the server "docs" failed: ${message}. The call was not executed. ${advice}`,
    )
  })

  test.for([{ readOnlyHint: true }, { idempotentHint: true }])(
    'of a tool that may be called twice says so: %o',
    async (annotations) => {
      const tools = await modelTools(createFakeSource([tool('add', { annotations })]))
      expect(tools.toModelError(broken('unknown'), 'add')).toMatch(
        /The call may have been executed\. You can retry it safely\.$/,
      )
    },
  )

  test('names the server of a client', async () => {
    const source = createFakeSource([tool('add')])
    const tools = await modelTools(Object.assign(source, { server: { info: { name: 'crm "live"' } } }))
    expect(tools.toModelError(broken('unknown'), 'add')).toMatch(/^add of the server "crm \\"live\\"" failed: /)
  })

  test('of a server without a name has none', async () => {
    const source = createFakeSource([tool('add')])
    expect((await modelTools(source)).toModelError(broken('unknown'), 'add')).toMatch(/^add failed: tools\/call/)
  })

  test('for a reason of the application may have been executed', async () => {
    expect(await textOf(new Error('not today'))).toBe(
      'The tool failed:\nadd of the server "docs" failed: not today. ' +
        'The call may have been executed. Check whether it was before you retry.',
    )
    expect(await textOf('gone')).toMatch(/^The tool failed:\nadd of the server "docs" failed: gone\. The call may/)
  })

  test('says the same with the AI SDK, and the cause is the error', async () => {
    const error = broken('unknown')
    const call = aiSdkTools(await toolsThatFail(error)).add!.execute({}, {})
    await expect(call).rejects.toMatchObject({
      message: expect.stringContaining('may have been executed'),
      cause: error,
    })
  })

  test('that was aborted rejects with the reason, also with the AI SDK', async () => {
    const abortSignal = AbortSignal.abort('enough')
    const call = aiSdkTools(await toolsThatFail(broken('unknown'))).add!.execute({}, { abortSignal })
    await expect(call).rejects.toBe('enough')
  })
})
