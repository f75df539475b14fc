/** `listen()` with servers that changed their era. */
import type { Scenario } from '../scenario.ts'
import { getsIn, onCall, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { follow, listensIn } from '../steps/listen.ts'
import { MODERN, unsupported } from '../steps/modern.ts'
import { fromSnapshotOf, rememberedAs } from '../steps/remembered-era.ts'

const tools = { toolsListChanged: true }

export const changedServers: Scenario[] = [
  {
    name: "listen() as the first request detects the server's era and receives changes",
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: [...HANDSHAKES] })
      const client = await connectAny(rememberedAs('modern'))
      const changes = follow(client.listen(tools))
      assert.match(await changes.next(), { type: 'subscribed', granted: tools })
      assert.equal((await changes.next())?.type, 'may-have-changed')
      assert.equal(client.connection.era, 'legacy')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
    },
  },
  {
    name: 'listen() goes on when the server falls back to a handshake, and reports may-have-changed',
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      const changes = follow(client.listen(tools))
      assert.match(await changes.next(), { type: 'subscribed' })
      await client.callTool('echo', { text: 'proof' })
      await server.configure({ versions: [...HANDSHAKES] })
      await server.script(onCall(unsupported('2025-11-25')))
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'legacy')
      await changes.until('may-have-changed')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'listen() goes on when the server gives up the handshake, and reports may-have-changed',
    async run({ connect, connectAny, server, assert }) {
      const client = await connectAny(fromSnapshotOf(await connect()))
      const changes = follow(client.listen(tools))
      assert.match(await changes.next(), { type: 'subscribed' })
      await server.configure({ versions: [MODERN] })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(client.connection.era, 'modern')
      await changes.until('may-have-changed')
      await client.callTool('test_trigger_tool_change')
      assert.equal(await changes.next(), { type: 'tools' })
      assert.equal(listensIn(await server.journal()).length, 1)
    },
  },
]
