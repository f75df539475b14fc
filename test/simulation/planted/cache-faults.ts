/** Planted faults of the response cache and of subscriptions. */
import { faultsOf, type PlantedFault } from './planted-fault.ts'

export const CACHE_FAULTS: readonly PlantedFault[] = faultsOf('eras', [
  {
    name: 'an answer is cached although a change overtook it',
    finding: 'which was requested before a change was announced',
    from: 207,
    changes: [
      {
        file: 'core/cache/response-cache.ts',
        search: '    state.generation++\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a cached answer is given to another partition',
    finding: 'which was cached for another partition',
    from: 180,
    changes: [
      {
        file: 'core/cache/response-cache.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of a source file
        search: 'encodeURIComponent(`:${partition}`)',
        replace: "encodeURIComponent(partition && ':')",
      },
    ],
  },
  {
    name: 'a cached answer is given after its time to live',
    finding: 'after its time to live',
    from: 180,
    changes: [
      {
        file: 'core/cache/response-cache.ts',
        search: 'expires: entry.expires }',
        replace: 'expires: Infinity }',
      },
    ],
  },
  {
    name: 'a gap of a subscription is not reported',
    finding: "got 'may-have-changed'",
    from: 27,
    changes: [
      {
        file: 'core/modern/listen-modern.ts',
        search: 'if (!isFirst) onChange(',
        replace: 'if (!isFirst && !request) onChange(',
      },
    ],
  },
  {
    name: 'the stream of a subscription outlives it',
    finding: 'open when it had been closed',
    from: 45,
    changes: [
      {
        file: 'core/methods/listen.ts',
        search: "      scope.abort(abortError('The subscription was closed'))\n",
        replace: '      void abortError\n',
      },
    ],
  },
  {
    name: 'the queue of a subscription has no limit',
    finding: 'changes in its queue',
    from: 39,
    changes: [
      {
        file: 'core/methods/listen.ts',
        search: 'maxWaiting = 1_000',
        replace: 'maxWaiting = 1_000_000',
      },
    ],
  },
  {
    name: 'a listener subscribes twice when the session is replaced meanwhile',
    finding: 'was subscribed to twice',
    from: 366,
    changes: [
      {
        file: 'core/legacy/listen-legacy.ts',
        search: '      attempt.abort()\n',
        replace: '',
      },
    ],
  },
])
