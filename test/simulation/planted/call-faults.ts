/** Mistakes with streams and sessions, and all others. */
import { ERA_FAULTS } from './era-faults.ts'
import { type PlantedFault, planted } from './planted-fault.ts'

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  planted(
    'the cursor is lost when a resumed stream brings no event',
    'core/sse/resume.ts',
    'return await reopen()',
    'const again = await reopen()\n        position.moveTo("")\n        return again',
  ),
  planted(
    'a late 404 wipes the new session',
    'core/legacy/era.ts',
    'if (missing !== session) return replacing ?? Promise.resolve()',
    '',
  ),
  planted(
    'a session is replaced once for each call that misses it',
    'core/legacy/era.ts',
    'replacing ??= openNext(reason)',
    'replacing = openNext(reason)',
  ),
  planted(
    'the stream is resumed after its answer',
    'core/rpc/exchange.ts',
    'messages.drain()',
    'void messages.next().catch(() => {})',
  ),
  planted(
    'a foreign response completes a call',
    'core/validation/json-rpc.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of a source file
    "!('method' in message) && `${message.id ?? id}` === `${id}`",
    "!('method' in message)",
  ),
  planted(
    'retry: 0 makes a hot loop',
    'core/sse/resume.ts',
    'Math.max(retry ?? ownPace, failures ? ownPace : 0, slowed, after)',
    'retry ?? ownPace',
  ),
  planted(
    'a stream is resumed earlier than the server asked for',
    'core/sse/resume.ts',
    'Math.max(retry ?? ownPace, failures ? ownPace : 0, slowed, after)',
    'Math.max(failures ? ownPace : 100, slowed, after)',
  ),
  planted(
    'polling evades the timeout',
    'core/sse/resume.ts',
    '      delivered = false\n',
    '      delivered = false\n      deadline.touch()\n',
  ),
  planted(
    'a timer is left after close()',
    'core/util/delay.ts',
    '  } finally {\n    stop()\n  }',
    '  } finally {\n  }',
  ),
  planted(
    'a request waits for its timeout when its stream has ended',
    'core/rpc/exchange.ts',
    'if (!batch)\n',
    'if (!batch) await deadline.race(new Promise(() => {}))\n      if (!batch)\n',
  ),
  planted(
    'a drain lasts as long as the server likes',
    'core/http/drain.ts',
    "environment.setTimer(() => drain.stop('time'), limits.ms)",
    'environment.setTimer(() => {}, limits.ms)',
  ),
  planted('a drain reads as much as the server likes', 'core/http/drain.ts', 'if (left < 0) tooMuch()', 'void tooMuch'),
  planted(
    'a request is sent again although it may have run',
    'core/legacy/era.ts',
    'if (!current.isLost(error)) throw error',
    'if (!current.isLost(error) && !(error as { retryable?: boolean }).retryable) throw error',
  ),
  planted(
    'a replayed event is delivered twice',
    'core/sse/event-cursor.ts',
    'if (known !== undefined) return known === connection',
    'if (known !== undefined) return true',
  ),
  planted(
    'what arrives together with the answer is lost',
    'core/rpc/exchange.ts',
    'if (at) yield batch.slice(0, at)',
    '',
  ),
  planted(
    'a call over HTTP+SSE waits for a stream that has ended',
    'core/legacy/http-sse.ts',
    'mailbox.close(reason)',
    'void reason',
  ),
  planted(
    'a request over HTTP+SSE outlives its call',
    'core/legacy/http-sse.ts',
    "posting.abort('the call has ended')",
    'posting.stop()',
  ),
  planted(
    'an abort waits for a body that ignores it',
    'core/sse/parse.ts',
    'await deadline.race(body.read())',
    'await body.read()',
  ),
  planted(
    'a response that comes too late is left open',
    'core/http/http-client.ts',
    '(late) => late.body?.cancel().catch(() => {})',
    '() => {}',
  ),
  ...ERA_FAULTS,
]
