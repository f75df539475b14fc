/** The headers of the application: which are sent, and how a function that provides them is asked. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textContent } from '../steps/content.ts'

/** Refuses the first calls with 401, after all of them have arrived. */
const refuseFirst = (calls: number): Rule[] =>
  Array.from({ length: calls }, (_, index) => ({
    on: { rpcMethod: 'tools/call' },
    nth: index + 1,
    do: [{ barrier: 'all' }, { respond: { status: 401, body: 'expired' } }],
  }))

export const userHeaders: Scenario[] = [
  ...inBothEras({
    name: "calls that are refused together ask headers('unauthorized') once",
    async run({ connect, server, assert }) {
      const reasons: string[] = []
      let token = 'first'
      const client = await connect({
        async headers(why) {
          reasons.push(why)
          if (why === 'unauthorized') token = `token-${reasons.filter((reason) => reason === 'unauthorized').length}`
          return { authorization: `Bearer ${token}` }
        },
      })
      for (const round of [1, 2]) {
        await server.script(...refuseFirst(5).map((rule) => rewrite(rule, `round ${round}`)))
        const before = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call').length
        const calls = Array.from({ length: 5 }, () => client.callTool('echo', { text: 'x' }))
        await server.until(
          (entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'tools/call').length === before + 5,
        )
        await server.release(`round ${round}`)
        for (const { content } of await Promise.all(calls)) assert.equal(content, textContent('x'))
        assert.equal(reasons.filter((why) => why === 'unauthorized').length, round)
        const sent = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call').slice(-5)
        assert.equal([...new Set(sent.map(({ headers }) => headers.authorization))], [`Bearer token-${round}`])
      }
    },
  }),
  {
    name: 'a headers function that fails after a 401 fails its call, and no response body stays open',
    ids: ['D-14'],
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      let isBroken = true
      const headers: ConnectOptions['headers'] = (why) => {
        if (why === 'unauthorized' && isBroken) throw new Error('no refresh token')
        return { authorization: `Bearer ${why}` }
      }
      const client = await connect({ headers, fetch: account.fetch })
      const refuse: Rule = {
        on: { rpcMethod: 'tools/call' },
        do: [{ respond: { status: 401, body: 'expired' } }],
      }
      await server.script(refuse)
      for (let index = 0; index < 6; index++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }), { message: 'no refresh token' })
      }
      await account.settled()
      isBroken = false
      await server.script()
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  ...inBothEras({
    name: "a session or stream of somebody else in the application's headers is not sent",
    ids: ['protocol:G-5'],
    async run({ connect, server, assert }) {
      const headers = { 'Mcp-Session-Id': 'stranger', 'Last-Event-ID': '7', 'Mcp-Method': 'x', 'x-own': 'kept' }
      const client = await connect({ headers })
      await client.callTool('echo', { text: 'x' })
      for (const { httpMethod, headers: sent } of await server.journal()) {
        if (httpMethod === 'OPTIONS') continue
        assert.equal(sent['x-own'], 'kept')
        assert(sent['mcp-session-id'] !== 'stranger' && !('last-event-id' in sent), 'not what the application gave')
      }
    },
  }),
  {
    name: 'a credential that no header can carry is named, not repeated, in the error',
    ids: ['auth:S-42'],
    async run({ connect, server, assert }) {
      const bad = { 'x-ok': 'fine', authorization: 'Bearer canary-77aa\nx' }
      for (const headers of [bad, Object.entries(bad) as [string, string][], () => bad]) {
        const error = await assert.rejects(connect({ headers }), { name: 'TypeError', message: /authorization/ })
        assert(!`${error} ${(error as { stack?: string }).stack}`.includes('canary'), 'the value is not shown')
      }
      assert.equal(await server.methods(), [])
    },
  },
]

/** The rule with another barrier, since a released barrier stays open. */
function rewrite(rule: Rule, barrier: string): Rule {
  return { ...rule, do: rule.do.map((step) => ('barrier' in step ? { barrier } : step)) }
}
