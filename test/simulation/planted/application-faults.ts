/** Planted faults that applications meet: users, callbacks, questions, clocks and upgrades while calls run. */
import { faultsOf, type PlantedFault } from './planted-fault.ts'

export const APPLICATION_FAULTS: readonly PlantedFault[] = faultsOf('applications', [
  {
    name: 'a question of an earlier era is answered in the current one',
    finding: 'answers were sent for',
    from: 47,
    changes: [
      {
        file: 'core/rpc/send.ts',
        search: 'scope.era = owner?.era ?? sender.current',
        replace: 'scope.era = sender.current',
      },
    ],
  },
  {
    name: 'a resumption that is refused with 401 says that the call did not run',
    finding: 'was reported as not executed, but the server executed it',
    from: 74,
    changes: [
      {
        file: 'core/http/http-client.ts',
        search: "if (request.method === 'POST') scope.isSent = false",
        replace: 'scope.isSent = false',
      },
    ],
  },
  {
    name: 'a call that was refused and given up says that it may have run',
    finding: 'was reported as unknown, but no request reached the server',
    from: 605,
    changes: [
      {
        file: 'core/rpc/send.ts',
        search: "deliveryOf(error) === 'not-executed') scope.isSent = false",
        replace: "deliveryOf(error) === 'not-executed') void recovery",
      },
    ],
  },
  {
    name: 'the body of a 401 is left open when no new headers come',
    finding: 'was left open after close()',
    from: 68,
    changes: [
      {
        file: 'core/http/http-client.ts',
        search: '          response.body.cancel()\n',
        replace: '',
      },
    ],
  },
  {
    name: 'each call that is refused with 401 asks for new headers',
    finding: 'renewals of the headers ran at once',
    from: 128,
    changes: [
      {
        file: 'core/http/user-headers.ts',
        search: 'return renewal.run(async () => {',
        replace: 'return (async (start: () => Promise<HeaderRecord>) => start())(async () => {',
      },
    ],
  },
  {
    name: 'private answers of one user are shown to the next',
    finding: 'was shown what is private to',
    from: 95,
    changes: [
      {
        file: 'core/cache/partition.ts',
        search: 'headerIds(userHeaders.sent)',
        replace: "headerIds('')",
      },
      {
        file: 'core/cache/partition.ts',
        search: 'userHeaders.changes === changes',
        replace: 'userHeaders.changes >= changes',
      },
    ],
  },
  {
    name: 'questions under one id have no limit',
    finding: 'questions of one call were asked at once',
    changes: [
      {
        file: 'core/rpc/handler-queue.ts',
        search: 'running.size === maxRunning',
        replace: 'new Set([...running.keys()].map(({ id }) => id)).size === maxRunning',
      },
    ],
  },
  {
    name: 'questions that wait are asked after their call was aborted',
    finding: 'were left open after their call had settled',
    from: 68,
    changes: [
      {
        file: 'core/rpc/handler-queue.ts',
        search: ' || callScope.passed',
        replace: '',
      },
    ],
  },
  {
    name: 'durations come from a clock that can be set',
    finding: ') took ',
    from: 824,
    changes: [
      {
        file: 'core/create-connect.ts',
        search: 'const basics = { environment,',
        replace: 'const basics = { environment: { ...environment, monotonic: environment.now },',
      },
    ],
  },
  {
    name: 'a listening stream that died during sleep is not opened again',
    finding: 'listening missed a change',
    from: 89,
    changes: [
      {
        file: 'core/util/sleep.ts',
        search: 'if (passed >= maxInterval) onWake()',
        replace: 'void [maxInterval, onWake]',
      },
    ],
  },
  {
    name: 'a request to open a listening stream that died during sleep is awaited',
    finding: 'listening missed a change',
    from: 3_449,
    changes: [
      {
        file: 'core/sse/keep-listening.ts',
        search: "opening?.abort(new ConnectionError('The network may have changed', { retryable: true }))",
        replace: 'void opening',
      },
    ],
  },
  {
    name: 'listening gives up during an outage, also that of stores and groups',
    finding: 'missed a change after an outage',
    changes: [
      {
        file: 'core/sse/keep-listening.ts',
        search: 'if (!maxAttempts || isFinal(error, wasOpen))',
        replace: 'if (!maxAttempts || failures > 4 || isFinal(error, wasOpen))',
      },
    ],
  },
  {
    name: 'closing the client makes the loop of a listener throw',
    finding: 'listening threw when the client was closed',
    from: 11,
    changes: [
      {
        file: 'core/methods/listen.ts',
        search: 'if (!isEnded && !closing.aborted) failures = [error]',
        replace: 'if (!isEnded) failures = [error]',
      },
    ],
  },
  {
    name: 'a resource subscription without an answer keeps all changes back',
    finding: 'listening missed a change',
    from: 3_700_174_817,
    changes: [
      {
        file: 'core/legacy/listen-legacy.ts',
        search: "await waitFor('the subscriptions', answerTimeout, answered)",
        replace: 'await answered',
      },
    ],
  },
  {
    name: 'a call from a listener of the status goes to the session that is being replaced',
    finding: 'was sent under the session that was being replaced',
    from: 41,
    changes: [
      {
        file: 'core/util/single-flight.ts',
        search: 'this.current ??= Promise.resolve()\n      .then(start)\n      .finally(() => {',
        replace: 'this.current ??= start().finally(() => {',
      },
    ],
  },
])
