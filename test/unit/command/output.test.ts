/** What reaches the terminal: clean text, no secrets, and nothing in the middle of a question. */
import { describe, expect, test } from 'vitest'
import { describeMessages } from '../../../bin/calls/wire-log.ts'
import { cleanJson, cleanLine, cleanLines } from '../../../bin/command/clean.ts'
import { createOutput, type Output } from '../../../bin/command/output.ts'

function createRecorded(): { output: Output; err: () => string } {
  let err = ''
  const stderr = { write: (text: string) => (err += text), isTTY: true, columns: 80 }
  return { output: createOutput({ stdout: { write() {} }, stderr, env: { NO_COLOR: '1' } }), err: () => err }
}

describe('text of a server', () => {
  test.each(['👩‍💻', 'می‌خواهم', 'Donau\u00addampf'])('%j stays as it is', (text) => {
    expect(cleanLine(text)).toBe(text)
    expect(cleanLines(text)).toBe(text)
    expect(cleanJson([text])).toContain(text)
  })

  test.each(['\u202e', '\u2066', '\u200b', '\ufeff', '\u0007', '\u{e0041}', '\u2028'])('%j is made visible', (mark) => {
    expect(cleanLines(`a${mark}b`)).not.toContain(mark)
    expect(cleanJson(`a${mark}b`)).not.toContain(mark)
  })
})

describe('secrets', () => {
  test('are hidden in every form in which a server may repeat them', () => {
    const { output } = createRecorded()
    output.hide('Bearer sk-live-/0123456789+"x')
    const forms = [
      'sk-live-/0123456789+"x',
      'sk-live-%2F0123456789%2B%22x',
      'sk-live-%2f0123456789%2b%22x',
      'sk-live-/0123456789+\\"x',
    ]
    for (const form of forms) expect(output.redact(`Invalid token ${form}!`)).toBe('Invalid token [redacted]!')
  })

  test('are known by the names of headers and parameters', () => {
    const { output } = createRecorded()
    output.hideNamed('0123456789', 'api_key')
    output.hideNamed('application/json', 'accept')
    expect(output.redact('0123456789 application/json')).toBe('[redacted] application/json')
  })
})

describe('a question', () => {
  test('is not erased by progress, and remarks wait for its answer', () => {
    const { output, err } = createRecorded()
    output.progress('10%')
    const release = output.hold()
    const second = output.hold()
    const before = err()
    output.progress('20%')
    output.remark('info: working')
    second()
    expect(err()).toBe(before)
    release()
    expect(err().slice(before.length)).toBe('info: working\n')
    output.progress('30%')
    expect(err()).toContain('30%')
  })
})

describe('the wire', () => {
  test('has the method, or what is answered, the id and a summary', () => {
    const pending = new Map<string, string>()
    const show = (arrow: string, message: unknown) => describeMessages(JSON.stringify(message), arrow, pending)
    const jsonrpc = '2.0'
    expect(show('→', { jsonrpc, id: 1, method: 'tools/call', params: { name: 'add' } })).toEqual([
      'tools/call #1 {"name":"add"}',
    ])
    expect(show('←', { jsonrpc, method: 'notifications/progress', params: {} })).toEqual(['notifications/progress {}'])
    // The server counts its own requests.
    expect(show('←', { jsonrpc, id: 1, method: 'ping' })).toEqual(['ping #1'])
    expect(
      show('→', [
        { jsonrpc, id: 1, result: {} },
        { jsonrpc, id: 'x', error: { code: 1 } },
      ]),
    ).toEqual(['result of ping #1 {}', 'error #x {"code":1}'])
    expect(show('←', { jsonrpc, id: 1, error: { code: -32_602 } })).toEqual(['error of tools/call #1 {"code":-32602}'])
    expect(describeMessages('<html>', '←', pending)).toEqual(['<html>'])
    expect(describeMessages('{"error":"x"}', '←', pending)).toEqual(['{"error":"x"}'])
  })
})
