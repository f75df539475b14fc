/** Resume tokens from a storage that other versions and other programs write to: refused before anything is sent. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'

const stream = { requestId: 7, lastEventId: 'e', session: { 'mcp-session-id': 's' } }

const NEITHER = 'resume: expected a resume token or a continuation, got another value'

const wrong: [resume: unknown, message: string][] = [
  ['text', NEITHER],
  ['', NEITHER],
  [0, NEITHER],
  [false, NEITHER],
  [[], NEITHER],
  [{}, NEITHER],
  [{ requestId: 7, session: {} }, NEITHER],
  [{ taskId: 5 }, 'resume: expected string at taskId, got number'],
  [{ taskId: null }, 'resume: expected string at taskId, got null'],
  [{ ...stream, requestId: undefined }, 'resume: expected string or number at requestId, got undefined'],
  [{ ...stream, requestId: {} }, 'resume: expected string or number at requestId, got object'],
  [{ ...stream, lastEventId: 5 }, 'resume: expected string at lastEventId, got number'],
  [{ ...stream, session: undefined }, 'resume: expected object at session, got undefined'],
  [{ ...stream, session: 'abc' }, 'resume: expected object at session, got string'],
  [{ ...stream, session: { 'mcp-session-id': null } }, 'resume: expected string at session.mcp-session-id, got null'],
  [{ ...stream, session: { authorization: 'Bearer x' } }, 'resume: "authorization" is not a session header'],
  [{ ...stream, session: { ...stream.session, cookie: 'a=b' } }, 'resume: "cookie" is not a session header'],
]

export const wrongTokens: Scenario[] = inBothEras({
  name: 'a resume token of a wrong shape is refused with the member that is wrong, and nothing is sent',
  async run({ connect, server, assert }) {
    const client = await connect()
    const before = (await server.journal()).length
    const refusal = { name: 'TypeError', code: 'invalid-argument', delivery: 'not-executed' }
    for (const [value, message] of wrong) {
      const resume = value as never
      for (const call of [
        client.callTool('echo', { text: 'x' }, { resume }),
        client.readResource('test://text', { resume }),
        client.getPrompt('simple', {}, { resume }),
        client.request('vendor/method', {}, { resume }),
      ]) {
        await assert.rejects(call, { ...refusal, message })
      }
    }
    assert.equal((await server.journal()).length, before)
    assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    const resume = null as never
    assert.equal((await client.callTool('echo', { text: 'none' }, { resume })).content, textContent('none'))
  },
})
