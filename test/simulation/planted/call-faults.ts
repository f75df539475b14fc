/** Planted faults of calls and sessions. */
import { faultsOf, type PlantedFault } from './planted-fault.ts'

export const CALL_FAULTS: readonly PlantedFault[] = faultsOf('calls', [
  {
    name: 'a late 404 replaces the new session',
    finding: 'replaces a session that was not lost',
    from: 418,
    changes: [
      {
        file: 'core/legacy/session-replacement.ts',
        search: 'if (lost !== this.session) return this.replacement.current ?? Promise.resolve()',
        replace: '',
      },
    ],
  },
  {
    name: 'a session is replaced once for each call that misses it',
    finding: 'sends initialize while another one is pending',
    from: 46,
    changes: [
      {
        file: 'core/legacy/session-replacement.ts',
        search: 'return this.replacement.run(() => this.#openNext(reason))',
        replace: 'return this.#openNext(reason)',
      },
    ],
  },
  {
    name: 'an answer to another request completes a call',
    finding: 'got the answer',
    from: 175,
    changes: [
      {
        file: 'core/validation/json-rpc.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of a source file
        search: 'return strict ? answered === id : `${answered}` === `${id}`',
        replace: 'return strict || !!answered || true',
      },
    ],
  },
  {
    name: 'a timer is left after close()',
    finding: 'timers were left after close()',
    from: 178,
    changes: [
      {
        file: 'core/util/delay.ts',
        search: '  } finally {\n    stop()\n  }',
        replace: '  } finally {\n  }',
      },
    ],
  },
  {
    name: 'a request waits for its timeout when its stream has ended',
    finding: 'had ended and could not be resumed',
    from: 64,
    changes: [
      {
        file: 'core/rpc/send.ts',
        search: 'if (!batch) throw',
        replace: 'if (!batch) await scope.race(new Promise(() => {}))\n        if (!batch) throw',
      },
    ],
  },
  {
    name: 'a request is sent again although it may have been executed',
    finding: 'which may have been executed',
    from: 58,
    changes: [
      {
        file: 'core/rpc/send.ts',
        search: '!!isTransportError && !!outgoing?.tool?.mayRunTwice()',
        replace: '!!isTransportError && !!outgoing',
      },
    ],
  },
  {
    name: 'messages that arrive together with the answer are lost',
    finding: 'was answered with the progress',
    from: 4,
    changes: [
      {
        file: 'core/rpc/send.ts',
        search: 'isAnswered ? index : batch.length',
        replace: 'isAnswered ? 0 : batch.length',
      },
    ],
  },
  {
    name: 'a call over HTTP+SSE waits for a stream that has ended',
    finding: 'ms after its stream had ended',
    from: 199,
    changes: [
      {
        file: 'core/legacy/http-sse.ts',
        search: 'sharedStream.close(reason)',
        replace: 'void reason',
      },
    ],
  },
  {
    name: 'a POST over HTTP+SSE outlives its call',
    finding: 'outlived',
    from: 199,
    changes: [
      {
        file: 'core/legacy/http-sse.ts',
        search: "posting.abort(abortError('The call has ended'))",
        replace: 'posting.stop()',
      },
    ],
  },
  {
    name: 'pings of the server count as activity of every call',
    finding: 'did not time out in',
    changes: [
      {
        file: 'core/rpc/handler-queue.ts',
        search: "request.method === 'ping' ? ",
        replace: "request.method === 'ping' ? activity.activeHandlers.start()() ?? ",
      },
    ],
  },
  {
    name: 'an abort waits for a response that ignores it',
    finding: 'ms after its abort',
    from: 9_037,
    changes: [
      {
        file: 'core/http/http-client.ts',
        search: 'await scope.race(fetch(url, init), cancelLate)',
        replace: 'await fetch(url, init)',
      },
    ],
  },
  {
    name: 'a response after the end of its request is left open',
    finding: 'was left open after close()',
    from: 199,
    changes: [
      {
        file: 'core/http/http-client.ts',
        search: 'scope.race(fetch(url, init), cancelLate)',
        replace: 'scope.race(fetch(url, init), () => {})',
      },
    ],
  },
])
