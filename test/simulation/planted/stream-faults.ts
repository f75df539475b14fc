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
        search: 'return reopen(attempt, purpose).finally(() => {\n',
        replace: 'return reopen(attempt, purpose).finally(() => {\n      cursor.moveTo("")\n',
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
        file: 'core/rpc/send.ts',
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
        file: 'core/sse/resume.ts',
        search: 'Math.max(asked, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY_AFTER))',
        replace: 'retry ?? own',
      },
    ],
  },
  {
    name: 'a stream is resumed earlier than the server asked for',
    finding: 'resumes after',
    changes: [
      {
        file: 'core/sse/resume.ts',
        search: 'Math.max(asked, failures ? own : 0, slowed, Math.min(retryAfterMs, MAX_RETRY_AFTER))',
        replace: 'Math.max(asked && (failures ? own : 100), slowed, Math.min(retryAfterMs, MAX_RETRY_AFTER))',
      },
    ],
  },
  {
    name: 'a request that succeeds makes a client listen again at once',
    finding: 'resumes after',
    changes: [
      {
        file: 'core/sse/keep-listening.ts',
        search: 'hurry?.(triedAt + successInterval)',
        replace: 'hurry?.(triedAt + successInterval / 100)',
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
        replace: '      delivered = false\n      scope.touch()\n',
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
        search: "environment.setTimer(() => drain.stop('time'), this.#limits.maxMs)",
        replace: 'environment.setTimer(() => {}, this.#limits.maxMs)',
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
        search: 'if (reusesIds) return false',
        replace: 'return false',
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
  {
    name: 'every event with an id that came before is dropped',
    finding: 'was answered with the progress',
    from: 49,
    changes: [
      {
        file: 'core/sse/event-cursor.ts',
        search: 'reusesIds = event.connection === connection || event.data !== hash',
        replace: 'void hash',
      },
    ],
  },
  {
    name: 'comments keep a resumed stream open',
    finding: 'a server that sends only comments',
    from: 99,
    changes: [
      {
        file: 'core/sse/activity.ts',
        search: "if (sign !== 'comment' || purpose === 'request') stream?.touch()",
        replace: 'stream?.touch()',
      },
    ],
  },
  {
    name: 'a silent stream is given up for an extra one that has brought nothing',
    finding: 'a server that answers late was not waited for',
    from: 149,
    changes: [
      {
        file: 'core/sse/extra-stream.ts',
        search: 'else other = { messages: opened }',
        replace:
          'else {\n        first?.messages.cancel()\n        first = undefined\n        other = { messages: opened }\n      }',
      },
    ],
  },
  {
    name: 'polls that bring nothing slow down without end',
    finding: 'a server that is polled for long was not waited for',
    from: 499,
    changes: [
      {
        file: 'core/sse/resume.ts',
        search: 'slowest: slowestPoll }',
        replace: 'slowest: 16 * slowestPoll }',
      },
    ],
  },
])
