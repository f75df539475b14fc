/** The recorded trace of the start page: a client that survives a broken stream, an overloaded server and a lost session. */
import type { Fetch } from 'mcp-over-fetch'
import { replay } from '../../../src/testing/tape/replay.ts'
import type { Tape } from '../../../src/testing/tape/tape.ts'
import { createWireModel } from '../wire/model.ts'
import { selected } from '../wire/selected.ts'
import { imported } from '../wire/shown.ts'
import { act } from './act.ts'
import tape from './tape.json' with { type: 'json' }

/** Plays it into the wire, as a recording that can be read and not changed. Nothing is sent. */
export async function playTrace(): Promise<void> {
  const wire = createWireModel({ server: 0 })
  selected.value = undefined
  imported.value = { name: 'recorded-trace.json', record: wire }
  await act(wire.open(replay(tape as unknown as Tape) as Fetch))
}
