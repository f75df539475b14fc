/** Planted faults of wrong answers: malformed ones, redirects, errors, and what servers say of lost sessions. */
import { faultsOf, type PlantedFault } from './planted-fault.ts'

export const ANSWER_FAULTS: readonly PlantedFault[] = faultsOf('applications', [
  {
    name: 'a malformed answer with our id is set aside',
    finding: 'was answered',
    from: 1_037,
    changes: [
      {
        file: 'core/validation/json-rpc.ts',
        search: 'else if (isId(id) && method === undefined)',
        replace: 'else if (isId(id) && method === 0)',
      },
    ],
  },
  {
    name: 'a result that names no request is taken',
    finding: 'got the answer foreign',
    from: 140,
    changes: [
      {
        file: 'core/validation/json-rpc.ts',
        search: 'if (error === undefined) return isId(id) && isObject(result)',
        replace: 'if (error === undefined) return isObject(result)',
      },
    ],
  },
  {
    name: 'the status of an error waits for its body',
    finding: 'had got the status',
    from: 935,
    changes: [
      {
        file: 'core/http/post-message.ts',
        search: 'Math.max(settings.drain.maxMs, minReadTime)',
        replace: 'Math.max(settings.drain.maxMs, minReadTime) + 60_000',
      },
    ],
  },
  {
    name: 'a temporary redirect moves the endpoint',
    finding: 'went to the target of a temporary redirect',
    from: 89,
    changes: [
      {
        file: 'core/http/http-client.ts',
        search: 'if (client.isConnected && response.status !== 308) mayMove = false',
        replace: '',
      },
    ],
  },
  {
    name: 'a redirect after the request ran says that it did not',
    finding: 'was reported as not executed, but the server executed it',
    from: 200,
    changes: [
      {
        file: 'core/http/http-client.ts',
        search: "delivery: keepsMethod ? 'not-executed' : 'unknown'",
        replace: "delivery: 'not-executed'",
      },
    ],
  },
  {
    name: 'an invalid Retry-After counts as a promise that nothing was executed',
    finding: 'was reported as not executed, but the server executed it',
    from: 308,
    changes: [
      {
        file: 'core/http/post-message.ts',
        search: 'HTTP_DATE.test(value) ? ',
        replace: "(HTTP_DATE.test(value) || !value.startsWith('s')) ? ",
      },
    ],
  },
  {
    name: 'a 404 about the request replaces the session',
    finding: 'replaces a session that was not lost',
    from: 5,
    changes: [
      {
        file: 'core/legacy/session-loss.ts',
        search: '!onlyInWords && !REQUEST_CODES.includes(rpcCode!)',
        replace: '!onlyInWords && !!REQUEST_CODES',
      },
    ],
  },
  {
    name: 'a lost session that is told by 400 or 401 is not replaced',
    finding: 'the connection did not recover',
    from: 5,
    changes: [
      {
        file: 'core/legacy/session-loss.ts',
        search: 'return isPossible && ',
        replace: 'return isGone && isPossible && ',
      },
    ],
  },
  {
    name: 'a session is ended that the server has lost',
    finding: 'ends a session that request',
    from: 3_563,
    changes: [
      {
        file: 'core/legacy/legacy-era.ts',
        search: 'transport.close(keepSession || sessions.isLost)',
        replace: 'transport.close(keepSession)',
      },
      {
        file: 'core/legacy/streamable-http.ts',
        search: 'if (keepSession || isLost || !(SESSION_HEADER in sessionHeaders)) return',
        replace: 'void isLost\n    if (keepSession || !(SESSION_HEADER in sessionHeaders)) return',
      },
    ],
  },
])
