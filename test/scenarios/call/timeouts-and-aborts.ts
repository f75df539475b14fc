/** Calls that end before their answer: timeouts and aborts. */
import type { Server } from '../../../playground/server/control/control.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { onCall, textsOf } from '../steps/calls.ts'
import { paramsOf } from '../steps/journal.ts'

/** Resolves when this many calls are cancelled on the server: by notifications/cancelled, or by a closed stream in 2026-07-28. */
async function learned(server: Server, modern: boolean, calls = 1): Promise<void> {
  await server.until((entries) => {
    const over = entries.filter(({ rpcMethod, ended }) => rpcMethod === 'tools/call' && ended !== undefined)
    const reported = entries.filter(({ rpcMethod }) => rpcMethod === 'notifications/cancelled')
    const left = over.every(({ ended }) => ended === 'client-left')
    return over.length === calls && (modern ? left && reported.length === 0 : reported.length === calls)
  })
}

export const timeoutsAndAborts: Scenario[] = [
  {
    name: "an aborted call rejects with the signal's reason, is cancelled on the server and releases its stream",
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        nth: 1,
        do: [{ stream: {} }, { comment: 'open' }, { barrier: 'open' }, { hold: 'forever' }],
      })
      const client = await connect()
      const stop = new AbortController()
      const reason = { mine: true }
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.reached('open')
      stop.abort(reason)
      assert.same(await assert.rejects(call), reason, 'the very reason')
      await server.release('open')
      const journal = await server.until((entries) => {
        const called = entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')
        return (
          called?.ended === 'client-left' && entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled')
        )
      })
      const called = journal.find(({ rpcMethod }) => rpcMethod === 'tools/call')
      const cancelled = journal.filter(({ rpcMethod }) => rpcMethod === 'notifications/cancelled')
      assert.equal(cancelled.length, 1)
      assert.equal(paramsOf(cancelled[0]).requestId, called?.id)
      assert.equal((await client.callTool('echo', { text: 'next' })).isError ?? false, false)
    },
  },
  {
    name: 'an aborted call ends at once, and the server may finish its response before it is cut',
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: {} }, { comment: 'open' }, { barrier: 'open' }, { answer: true }))
      const client = await connect({ drain: { maxMs: 4_000 } })
      const stop = new AbortController()
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.reached('open')
      stop.abort('enough')
      assert.equal(await assert.rejects(call), 'enough' as never)
      await server.until((entries) => entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'))
      const open = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'tools/call')
      assert.equal(open?.ended, undefined)
      await server.release('open')
      const journal = await server.until((entries) =>
        entries.some(({ rpcMethod, ended }) => rpcMethod === 'tools/call' && ended !== undefined),
      )
      assert.equal(journal.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.ended, 'closed')
      assert.equal(textsOf(await client.callTool('echo', { text: 'next' })), ['next'])
    },
  },
  {
    name: 'a call with an already aborted signal sends nothing',
    async run({ connect, server, assert }) {
      const client = await connect()
      const before = (await server.journal()).length
      const reason = new Error('too late')
      const error = await assert.rejects(client.callTool('echo', {}, { signal: AbortSignal.abort(reason) }))
      assert.same(error, reason, 'the very reason')
      assert.equal((await server.journal()).length, before)
    },
  },
  {
    name: 'one signal aborts all the calls that share it',
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { comment: 'x' }, { hold: 'forever' }],
      })
      const client = await connect()
      const stop = new AbortController()
      const calls = Array.from({ length: 4 }, () => client.callTool('echo', {}, { signal: stop.signal }))
      const ends = Promise.allSettled(calls)
      await server.until((entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'tools/call').length === 4)
      stop.abort('all')
      assert.equal(
        (await ends).map((end) => end.status === 'rejected' && end.reason),
        ['all', 'all', 'all', 'all'],
      )
      await server.until(
        (entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'notifications/cancelled').length === 4,
      )
    },
  },
  {
    name: 'silence ends a call with a TimeoutError that names the limit, and the client still works',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ stream: {} }, { hold: 'forever' }] })
      const client = await connect()
      await assert.rejects(client.callTool('echo', {}, { timeout: 1_000 }), {
        code: 'timeout',
        limit: 'timeout',
        delivery: 'unknown',
        retryable: true,
        message: /tools\/call.*1000 ms/,
      })
      await server.until(
        (entries) =>
          entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.ended === 'client-left' &&
          entries.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'),
      )
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'a fetch that ignores its signal does not keep a call pending, and its late response is released',
    async run({ connect, server, ledger, assert }) {
      const account = ledger()
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ barrier: 'late' }, { pass: true }] })
      const client = await connect({
        fetch: (url, { signal, ...init }) => account.fetch(url, init),
      })
      await assert.rejects(client.callTool('echo', {}, { timeout: 60 }), { code: 'timeout' })
      await server.release('late')
      await server.until((entries) => entries.find(({ rpcMethod }) => rpcMethod === 'tools/call')?.status === 200)
      await client.close()
      await account.settled()
    },
  },
  ...inBothEras({
    name: 'a silent call times out, and the server is told',
    ids: ['protocol:U-27'],
    async run(world) {
      const { connect, server, assert, modern } = world
      const client = await connect()
      const error = { code: 'timeout', limit: 'timeout', delivery: 'unknown' }
      await assert.rejects(client.callTool('slow', { ms: 60_000 }, { timeout: 1_000 }), error)
      await learned(server, modern)
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  }),
  ...inBothEras({
    name: 'a call with endless progress cannot outlive its total limit',
    ids: ['protocol:U-28'],
    async run(world) {
      const { connect, server, assert, modern } = world
      const client = await connect()
      let reported = 0
      const endless = client.callTool(
        'count',
        { to: 1_000_000, every: 20 },
        { maxTotalTimeout: 3_000, onProgress: () => void reported++ },
      )
      await assert.rejects(endless, { code: 'timeout', limit: 'maxTotalTimeout' })
      assert(reported > 2, `there was progress: ${reported}`)
      await learned(server, modern)
    },
  }),
  ...inBothEras({
    name: 'an aborted call ends at once, before its answer and while the answer arrives',
    ids: ['protocol:U-24', 'protocol:U-25'],
    async run(world) {
      const { connect, server, assert, modern } = world
      const states = { silent: [], begun: [{ stream: {} }, { notify: 1 }] }
      for (const [barrier, steps] of Object.entries(states)) {
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [...steps, { barrier }, { hold: 'forever' }] })
        const client = await connect()
        const stop = new AbortController()
        const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
        await server.reached(barrier)
        const reason = new Error('enough')
        stop.abort(reason)
        assert.same(await assert.rejects(call), reason, 'the caller’s own reason')
      }
      await learned(server, modern, 2)
    },
  }),
  ...inBothEras({
    name: 'a call aborted with null rejects with null',
    async run({ connect, server, assert }) {
      const client = await connect()
      const hold = [{ barrier: 'begun' }, { stream: {} }, { hold: 'forever' as const }]
      await server.script(onCall(...hold))
      for (const late of [true, false]) {
        const stop = new AbortController()
        const given = client.callTool('echo', { text: 'x' }, { signal: stop.signal }).then(
          () => 'answered',
          (reason: unknown) => ({ reason }),
        )
        if (late) await server.reached('begun')
        stop.abort(null)
        assert.equal(await given, { reason: null })
        await server.release('begun')
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  }),
]
