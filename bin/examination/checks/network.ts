/** The way to the server: without detours, and without waiting. */
import type { Check } from '../check.ts'
import { couldNotTell, good, notApplicable, problem, warning } from '../outcome.ts'
import { sections } from '../sections.ts'

const group = 'Browsers'

const redirects: Check = {
  id: 'redirects',
  title: 'The address answers itself, without a redirect',
  group,
  section: sections.redirects,
  async run({ server }) {
    const { first } = server
    if (!first.isRedirect)
      return first.status === undefined
        ? couldNotTell('The first request was not answered.', undefined, [first])
        : good('The first request was answered without a redirect.', [first])
    const target = server.initialization.exchange
    return warning(
      `The first request was redirected${first.status ? ` (HTTP ${first.status})` : ''}; followed, the next one got HTTP ${target.status ?? 'no answer'}.`,
      'Give people the final address: clients may drop the body or the authorization on the way.',
      [first, target],
    )
  },
}

const SAMPLES = 5

const firstByte: Check = {
  id: 'first-byte',
  title: 'It begins to answer within a second',
  group,
  section: sections.timing,
  async run({ server: { main }, settings }) {
    if (!main) return notApplicable('No connection could be made.')
    const times: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) {
      const { exchange } = await main.ask(main.kind === 'stateless' ? 'server/discover' : 'ping')
      if (exchange.headersMs !== undefined) times.push(exchange.headersMs)
    }
    if (times.length < SAMPLES)
      return problem(
        `${SAMPLES - times.length} of ${SAMPLES} requests were not answered.`,
        'Find out why a simple request is not always answered.',
      )
    const median = Math.round(times.sort((a, b) => a - b)[Math.floor(SAMPLES / 2)]!)
    const seen = `The headers of ${SAMPLES} answers came after ${median} ms (median).`
    return median <= settings.slow
      ? good(seen)
      : warning(
          seen,
          'Look for a cold start, a slow proxy, or a preflight before each request (Access-Control-Max-Age).',
        )
  },
}

export const networkChecks: readonly Check[] = [redirects, firstByte]
