/** How features request input from the client, in both eras. */
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../../../src/testing/jsonrpc/protocol-error.ts'
import { createTestFeatures, fakeContext } from './fake-context.ts'

const accepted = { action: 'accept', content: { name: 'Ada' } }

describe('on the stream of a handshake revision', () => {
  const clientCapabilities = { elicitation: {} }
  const callAsk = (request: () => Promise<Record<string, unknown>>, capabilities: object = clientCapabilities) => {
    const context = fakeContext('2025-11-25', { clientCapabilities: { ...capabilities }, request })
    return createTestFeatures().handle('tools/call', { name: 'ask' }, context)
  }

  test('a tool gets the response of the client', async () => {
    expect(await callAsk(async () => accepted)).toMatchObject({ structuredContent: { 'form 1': accepted } })
  })

  test('an error of the client and a missing capability fail the tool, not the request', async () => {
    const refuse = async () => Promise.reject(new ProtocolError(-32601, 'No such method'))
    expect(await callAsk(refuse)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('-32601') }],
    })
    expect(await callAsk(async () => accepted, {})).toMatchObject({ isError: true })
  })

  test.each([
    {},
    { action: 'maybe' },
    { action: 'accept' },
    { action: 'accept', content: { name: 5 } },
    { ...accepted, jsonrpc: '2.0' },
  ])('%j is no valid response to a form', async (answer) => {
    await expect(callAsk(async () => answer)).rejects.toMatchObject({ code: -32602 })
  })
})

describe('in rounds', () => {
  const server = createTestFeatures()
  const clientCapabilities = { elicitation: {}, sampling: {}, roots: {} }
  const call = (name: string, more: object = {}, capabilities: object = clientCapabilities, method = 'tools/call') => {
    const context = fakeContext('2026-07-28', { clientCapabilities: { ...capabilities } })
    return server.handle(method, { name, ...more }, context) as Promise<{ requestState: string; inputRequests: object }>
  }

  test('later rounds keep the responses of earlier ones', async () => {
    const params = { name: 'ask', arguments: { rounds: 2 } }
    const first = await call('ask', params)
    expect(first).toMatchObject({ resultType: 'input_required', inputRequests: { 'form 1': {} } })
    const second = await call('ask', {
      ...params,
      requestState: first.requestState,
      inputResponses: { 'form 1': accepted },
    })
    expect(Object.keys(second.inputRequests)).toEqual(['form 2'])
    const { requestState } = second
    const done = await call('ask', { ...params, requestState, inputResponses: { 'form 2': { action: 'decline' } } })
    expect(done).toMatchObject({ structuredContent: { 'form 1': accepted, 'form 2': { action: 'decline' } } })
  })

  test('a request state that was trimmed, changed, made up or issued for another request is refused', async () => {
    const { requestState } = await call('test_input_required_result_request_state')
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }
    for (const wrong of [requestState.trim(), requestState.replace('{}', '{"a":1}'), '', 'x', null]) {
      const retry = call('test_input_required_result_request_state', { requestState: wrong, inputResponses })
      await expect(retry).rejects.toMatchObject({ code: -32602 })
    }
    const other = { arguments: { other: 1 }, requestState, inputResponses }
    await expect(call('test_input_required_result_request_state', other)).rejects.toMatchObject({ code: -32602 })
    await expect(call('echo', { arguments: { text: '' }, requestState })).rejects.toMatchObject({ code: -32602 })
  })

  test('responses without the state of their round are requested again', async () => {
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }
    const again = await call('test_input_required_result_request_state', { inputResponses })
    expect(again).toMatchObject({ resultType: 'input_required' })
  })

  test('a round may request nothing but a retry', async () => {
    const first = await call('later')
    expect(first).not.toHaveProperty('inputRequests')
    expect(await call('later', { requestState: first.requestState })).toHaveProperty('content')
  })

  test('prompts and resources request input too', async () => {
    const context = fakeContext('2026-07-28', { clientCapabilities })
    const resource = await server.handle('resources/read', { uri: 'test://input-required' }, context)
    expect(resource).toMatchObject({ resultType: 'input_required' })
    const prompt = await call('test_input_required_result_prompt', {}, clientCapabilities, 'prompts/get')
    expect(prompt).toMatchObject({ resultType: 'input_required' })
  })

  test('the error names the missing capabilities, and only those', async () => {
    const refused = call('ask', { arguments: { what: 'all' } }, { sampling: {} })
    const requiredCapabilities = { elicitation: {}, roots: {} }
    await expect(refused).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities } })
    const url = call('ask', { arguments: { what: 'url' } }, { elicitation: { form: {} } })
    await expect(url).rejects.toMatchObject({ data: { requiredCapabilities: { elicitation: { url: {} } } } })
    await expect(call('ask', {}, { elicitation: { url: {} } })).rejects.toMatchObject({ code: -32021 })
  })
})
