/** A process that dies before any of its operations: calls with a question, calls that became tasks, and resumed streams. */
import { describe, expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { tasks } from '../../../src/tasks/index.ts'
import { completed, creates, polled } from '../../scenarios/tasks/steps/tasks.ts'
import { createPlay, LEASE, only, type Play, type Process } from './durable-play.ts'

interface Elicits {
  elicit(message: string): Promise<{ action: string }>
}

interface Kind {
  options: ConnectOptions
  create(): Play & { count(): number }
  /** Whatever a person does at the process that is alive. */
  act?(process: Process): Promise<unknown> | undefined
  /** How the call may end, if its intent was stored. */
  ends: string[]
}

const accept = { action: 'accept' as const, content: {} }

/** Answers the question of the call, if there is one. */
function answer({ calls }: Process): Promise<unknown> | undefined {
  const [call] = calls.get().calls
  if (call?.status !== 'waiting') return undefined
  return calls.answer('one', Object.fromEntries(Object.keys(call.question ?? {}).map((key) => [key, accept])))
}

const kinds: Record<string, Kind> = {
  'a question': {
    options: { handlers: { elicit: () => ({ action: 'cancel' }) } },
    create() {
      let paid = 0
      const run = async (_args: unknown, { elicit }: Elicits) => `${(await elicit('Pay?')).action} ${++paid}`
      return { ...createPlay('2026-07-28', { tools: { count: { run } } } as never), count: () => paid }
    },
    act: answer,
    ends: ['answered', 'unknown'],
  },
  'a task': {
    options: { extensions: tasks() },
    create() {
      const play = createPlay('2026-07-28')
      play.server.script(creates(), polled({}, 1), polled({}, 2), polled(completed('polled')))
      return { ...play, count: () => play.server.journal.calls('tools/call').length }
    },
    ends: ['answered', 'unknown'],
  },
  'a stream that the server ends so that the client resumes it': {
    options: {},
    create() {
      const play = createPlay('2025-11-25')
      play.server.fault('closes-to-be-polled', { on: 'tools/call' })
      return { ...play, count: play.executions }
    },
    ends: ['answered', 'unknown'],
  },
}

describe.each(Object.entries(kinds))('%s', (_, { create, options, act, ends }) => {
  async function live(process: Process, { world }: Play): Promise<void> {
    for (let seconds = 0; seconds < 60; seconds++) {
      await world.advance(1_000)
      act?.(process)?.catch(() => {})
    }
  }

  test('ends once, whenever its process dies', async () => {
    const whole = create()
    const process = await whole.start(options)
    void process.calls.callTool('count', {}, { id: 'one' })
    await live(process, whole)
    expect((await only(whole)).call.status).toBe('answered')
    const total = process.operations
    await whole.world.until(process.calls.close())
    await whole.world.end()
    expect(total).toBeGreaterThan(6)
    const seen: string[] = []
    for (let stopAt = 0; stopAt <= total; stopAt++) {
      const play = create()
      const { world, server, store } = play
      const first = await play.start(options, stopAt)
      void first.calls.callTool('count', {}, { id: 'one' }).catch(() => {})
      for (let second = 0; second < 20; second++) {
        await world.advance(1_000)
        act?.(first)?.catch(() => {})
      }
      first.isDead = true
      const sent = server.journal.calls('tools/call').length
      const second = await play.start(options)
      await world.advance(2 * LEASE)
      await live(second, play)
      const [record] = await store.list('')
      if (!record) expect(play.count()).toBe(0)
      else {
        const { status } = record.call
        seen.push(status)
        expect(ends, `at ${stopAt}`).toContain(status)
        if (status === 'answered') expect(play.count()).toBe(1)
      }
      expect(play.count(), `at ${stopAt}`).toBeLessThanOrEqual(1)
      // A successor sends nothing but the answer of a person.
      expect(server.journal.calls('tools/call').length - sent).toBeLessThanOrEqual(act ? 1 : 0)
      await world.until(second.calls.close())
      await world.end()
    }
    expect(new Set(seen)).toEqual(new Set(ends))
    // Not only because the first process had got the answer: it dies long before the end and is continued.
    expect(seen.filter((status) => status === 'answered').length).toBeGreaterThan(1)
  })
})
