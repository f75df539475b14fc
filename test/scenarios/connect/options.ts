/** Options and arguments that are invalid: refused with a TypeError before anything is sent. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

export const options: Scenario[] = [
  {
    name: 'invalid options are refused before any request',
    async run({ connect, server, assert }) {
      for (const timeout of [-1, Number.NaN, '5' as never]) {
        await assert.rejects(connect({ timeout }), { name: 'TypeError', message: /^timeout: got/ })
      }
      assert.equal(await server.methods(), [])
    },
  },
  {
    name: 'arguments that JSON cannot hold and limits that are not numbers are a TypeError, and nothing is sent',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = await server.methods()
      await assert.rejects(client.callTool('echo', { text: 1n }), { name: 'TypeError' })
      for (const timeout of [Number.NaN, -1, 'soon' as never]) {
        await assert.rejects(client.callTool('echo', {}, { timeout }), { name: 'TypeError', message: /^timeout: got/ })
      }
      assert.equal(await server.methods(), before)
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'arguments of a tool that are no object, keys of _meta and ids of extensions that are invalid are a TypeError',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = await server.methods()
      for (const args of [[1], new Date(), new Map(), 'text', null] as never[]) {
        const message = /^callTool: expected the arguments as an object/
        await assert.rejects(client.callTool('echo', args), { name: 'TypeError', message })
      }
      const meta = { 'my key': 1 }
      const refused = { name: 'TypeError', delivery: 'not-executed', message: /"my key" is not a valid key of _meta/ }
      await assert.rejects(client.callTool('echo', { text: 'x' }, { meta }), refused)
      await assert.rejects(client.listTools({ meta }), refused)
      assert.equal(await server.methods(), before)
      class Point {
        text = 'on'
      }
      assert.equal((await client.callTool('echo', new Point())).content, textContent('on'))
      await assert.rejects(connect({ extensions: { mine: {} } }), { name: 'TypeError', message: /^extensions: "mine"/ })
    },
  },
]
