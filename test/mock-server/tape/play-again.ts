/** Records what a client does with the mock server, and lets another client do it again with the tape. */
import { expect } from 'vitest'
import type { Client, ConnectOptions } from '../../../src/core/index.ts'
import { record, replay, type Tape } from '../../../src/testing/index.ts'
import { createVirtualWorld, type VirtualWorld } from '../../simulation/virtual-time/virtual-world.ts'

export interface Play {
  world: VirtualWorld
  connect(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
  fetch: NonNullable<ConnectOptions['fetch']>
}

export interface PlayedAgain<T> {
  tape: Tape
  /** What the client of the replay got, which is what the first one got. */
  outcome: T
}

/** `setUp` prepares the server, and `act` is what both clients do; ids and random numbers differ between them. */
export async function playAgain<T>(
  act: (play: Play) => Promise<T>,
  setUp: (world: VirtualWorld) => unknown = () => {},
): Promise<PlayedAgain<T>> {
  const { tape, outcome } = await recordWorld(1, act, setUp)
  const again = await replayWorld(JSON.parse(JSON.stringify(tape)) as Tape, act)
  expect(again.outcome).toEqual(outcome)
  expect(again.tape).toEqual(tape)
  return { tape, outcome }
}

export async function recordWorld<T>(
  seed: number,
  act: (play: Play) => Promise<T>,
  setUp: (world: VirtualWorld) => unknown = () => {},
): Promise<PlayedAgain<T>> {
  const world = createVirtualWorld({ seed })
  await setUp(world)
  const recording = record(world.fetch, { clock: world.clock })
  try {
    const outcome = await perform(world, recording.fetch, act)
    return { outcome, tape: await recording.tape() }
  } finally {
    await world.end()
  }
}

/** The outcome with the tape alone, and a recording of that. */
export async function replayWorld<T>(tape: Tape, act: (play: Play) => Promise<T>): Promise<PlayedAgain<T>> {
  const world = createVirtualWorld({ seed: 7 })
  const replayed = replay(tape, { clock: world.clock })
  const recording = record(replayed, { clock: world.clock })
  try {
    const outcome = await perform(world, recording.fetch, act)
    replayed.expectDone()
    return { outcome, tape: await recording.tape() }
  } finally {
    await world.end()
  }
}

async function perform<T>(
  world: VirtualWorld,
  fetch: typeof globalThis.fetch,
  act: (play: Play) => Promise<T>,
): Promise<T> {
  const connect: Play['connect'] = (options) => world.until(world.connectAny({ fetch, ...options }))
  const outcome = await act({ world, connect, fetch })
  await world.until(Promise.resolve())
  return outcome
}
