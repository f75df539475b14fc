/** Mistakes with what a server speaks, and with what only the stateless revision has. */
import { type PlantedFault, planted } from './planted-fault.ts'

export const ERA_FAULTS: readonly PlantedFault[] = [
  planted(
    'the doubt about an era never ends',
    'core/negotiation/era-switch.ts',
    'if (batch) doubtful = false',
    'void batch',
  ),
  planted(
    'an era is corrected once for each call that doubts it',
    'core/negotiation/era-switch.ts',
    'finding ??= findAgain()',
    'finding = findAgain()',
  ),
  planted(
    'an era is remembered that the server does not speak',
    'core/negotiation/detect-server.ts',
    'eras.set(wire.url, { era,',
    "eras.set(wire.url, { era: era && 'modern',",
  ),
  planted(
    'what the probe did not decide is remembered',
    'core/negotiation/detect-server.ts',
    'if (certain) runSafely(',
    'runSafely(',
  ),
  planted(
    'the keepalive of an era survives it',
    'core/negotiation/negotiate.ts',
    '      stop()\n      const era = createEra',
    '      const era = createEra',
  ),
  {
    name: 'the state of a request is carried over to the next one',
    changes: [
      {
        file: 'core/methods/request.ts',
        search: 'inputOf(resume) : {}\n',
        replace: 'inputOf(resume) : ((caller as { left?: Params }).left ?? {})\n',
      },
      {
        file: 'core/methods/request.ts',
        search: '      input = rest\n',
        replace: '      input = (caller as { left?: Params }).left = rest\n',
      },
    ],
  },
  planted(
    'a call goes on to wait for its user when nobody waits for it',
    'core/server-requests/input-required.ts',
    'signals: [signal, closing]',
    'signals: [closing]',
  ),
  planted(
    'a tool is called again although that may do harm',
    'core/methods/tools.ts',
    '!!(readOnlyHint || idempotentHint)',
    'true',
  ),
  planted(
    'a name in a header is that of another request',
    'core/modern/era.ts',
    'NAMED[method] && params[NAMED[method]]',
    'NAMED[method] && ((wire as { name?: unknown }).name ??= params[NAMED[method]])',
  ),
  planted(
    'an answer is kept although it was overtaken by a change',
    'core/cache/response-cache.ts',
    '    shelf.generation++\n',
    '',
  ),
  planted(
    'an answer is shown to somebody else',
    'core/cache/response-cache.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of a source file
    'prefixOf(method, `:${partition}`)',
    "prefixOf(method, ':')",
  ),
  planted(
    'an answer is used after its time',
    'core/cache/response-cache.ts',
    "entry.expires > environment.now() ? 'fresh' : 'stale'",
    "entry.expires ? 'fresh' : 'stale'",
  ),
  planted(
    'who listens is not told of a gap',
    'core/modern/subscriptions.ts',
    'if (!first) tell(',
    'if (!first && !request) tell(',
  ),
  planted('a stream of changes outlives who listens', 'core/methods/listen.ts', "      deadline.abort('closed')\n", ''),
  planted(
    'changes that nobody takes pile up',
    'core/methods/listen.ts',
    'MOST_WAITING = 1_000',
    'MOST_WAITING = 1_000_000',
  ),
]
