/** Planted faults of streams: resuming and draining. */
import { faultsOf, type PlantedFault } from './planted-fault.ts'

export const STREAM_FAULTS: readonly PlantedFault[] = faultsOf('calls', [
  {
    name: 'the cursor is lost when a resumed stream brings no event',
    finding: 'could be resumed',
    from: 268,
    changes: [
      {
        file: 'core/sse/resume.ts',
        search: 'const messages = await reopen(attempt)\n',
        replace: 'const messages = await reopen(attempt)\n        cursor.moveTo("")\n',
      },
    ],
  },
  {
    name: 'a stream is resumed from its first event',
    finding: 'resumes from',
    from: 16,
    changes: [
      {
        file: 'core/sse/event-cursor.ts',
        search: 'lastEventId = id || undefined',
        replace: 'lastEventId ??= id || undefined',
      },
    ],
  },
  {
    name: 'a stream is resumed after its answer',
    finding: 'resumes a stream whose answer was read',
    changes: [
      {
        file: 'core/rpc/exchange.ts',
        search: 'messages.drain()',
        replace: 'void messages.next().catch(() => {})',
      },
    ],
  },
  {
    name: 'retry: 0 makes a hot loop',
    finding: 'more resumed a stream in 2 s',
    from: 268,
    changes: [
      {
        file: 'core/sse/resume-delay.ts',
        search: 'Math.max(retry ?? own, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY))',
        replace: 'retry ?? own',
      },
    ],
  },
  {
    name: 'a stream is resumed earlier than the server asked for',
    finding: 'resumes after',
    changes: [
      {
        file: 'core/sse/resume-delay.ts',
        search: 'Math.max(retry ?? own, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY))',
        replace: 'Math.max(failures ? own : 100, slowed, Math.min(retryAfterMs, MAX_RETRY))',
      },
    ],
  },
  {
    name: 'a reconnect counts as activity',
    finding: 'did not time out in',
    from: 256,
    changes: [
      {
        file: 'core/sse/resume.ts',
        search: '      delivered = false\n',
        replace: '      delivered = false\n      deadline.touch()\n',
      },
    ],
  },
  {
    name: 'a drain lasts as long as the server likes',
    finding: 'was drained for too long',
    from: 10,
    changes: [
      {
        file: 'core/http/drain.ts',
        search: "environment.setTimer(() => drain.stop('time'), limits.maxMs)",
        replace: 'environment.setTimer(() => {}, limits.maxMs)',
      },
    ],
  },
  {
    name: 'a drain reads as much as the server likes',
    finding: 'was drained too far',
    from: 46,
    changes: [
      {
        file: 'core/http/drain.ts',
        search: 'if (left < 0) onLimit()',
        replace: 'void onLimit',
      },
    ],
  },
  {
    name: 'a replayed event is delivered twice',
    finding: 'got the progress',
    from: 157,
    changes: [
      {
        file: 'core/sse/event-cursor.ts',
        search: 'if (known !== undefined) return known === connection',
        replace: 'if (known !== undefined) return true',
      },
    ],
  },
  {
    name: 'a stream is read after the client was closed',
    finding: '(listening) was left open after close()',
    from: 40,
    changes: [
      {
        file: 'core/sse/parse.ts',
        search: 'await deadline.race(body.read())',
        replace: 'await body.read()',
      },
    ],
  },
])
