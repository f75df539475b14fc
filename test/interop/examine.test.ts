/** The examination of servers that others wrote: each gets the verdicts that reading its code predicts. */
import { afterAll, describe, expect, test } from 'vitest'
import { examine } from '../../bin/examination/examine.ts'
import type { Finding, Verdict } from '../../bin/examination/outcome.ts'
import { runProgram } from '../support/command.ts'
import { createBrowserFetch, PAGE_ORIGIN } from '../unit/playground/examine/browser-fetch.ts'
import { expected } from './expected-verdicts.ts'
import { modes } from './modes.ts'
import { type RunningServer, startServer } from './running-server.ts'

const noCard: Verdict[] = ['not applicable', 'not applicable', 'not applicable', 'not applicable']

const running = new Set<RunningServer>()

afterAll(() => Promise.all([...running].map(({ stop }) => stop())))

async function examineServer(url: string, cors: boolean, only?: string[]): Promise<Finding[]> {
  const send = (address: string, init: RequestInit) => fetch(address, init)
  const findings: Finding[] = []
  const examination = examine({
    url,
    fetch: cors ? createBrowserFetch(send) : (address, init) => send(address, init),
    signal: new AbortController().signal,
    pageOrigin: cors ? PAGE_ORIGIN : new URL(url).origin,
    idle: 100,
    ...(only && { only }),
  })
  for await (const finding of examination) findings.push(finding)
  return findings
}

describe.concurrent.each(expected)(
  'the examination of $name',
  ({ name, cors, bad, good, varies = [], ofCommand = {} }) => {
    test('has the verdicts that reading its code predicts', async () => {
      const { launch, path, transport } = modes.find((mode) => mode.name === name)!
      // Messages of HTTP+SSE go elsewhere, so a stranger's request to its address says nothing.
      const isSse = transport === 'sse'
      const isBad = ({ id, verdict }: Finding) =>
        (verdict === 'problem' || verdict === 'warning') && !varies.includes(id)
      const server = await startServer(launch)
      running.add(server)
      const findings = await examineServer(server.origin + path, cors)
      const found = findings.filter(isBad)
      expect(Object.fromEntries(found.map(({ id, verdict }) => [id, verdict]))).toEqual(bad)
      const verdicts = new Map(findings.map(({ id, verdict }) => [id, verdict]))
      for (const id of good) expect([id, verdicts.get(id)]).toEqual([id, 'good'])
      // None of them publishes a card, which is optional.
      expect([...verdicts].filter(([id]) => id.startsWith('card-')).map(([, verdict]) => verdict)).toEqual(noCard)
      // Outside of a browser CORS hides nothing, and other origins can be tried: every one of these serves strangers.
      const { out, err } = await runProgram(['examine', server.origin + path, '--json', '--idle', '0.1'])
      expect(err).toBe('')
      const report = JSON.parse(out) as { findings: Finding[] }
      const reported = report.findings.filter(isBad)
      const more = { ...(!isSse && { origin: 'warning' }), ...(!cors && { 'cors-origin': 'problem' }), ...ofCommand }
      expect(Object.fromEntries(reported.map(({ id, verdict }) => [id, verdict]))).toEqual(
        Object.fromEntries(Object.entries({ ...bad, ...more }).filter(([, verdict]) => verdict !== 'good')),
      )
      if (!cors && more['cors-origin'] === 'problem') {
        const [finding] = await examineServer(server.origin + path, true, ['cors-origin'])
        expect(finding).toMatchObject({
          verdict: 'problem',
          seen: expect.stringMatching(/keeps the answer from the page/),
        })
      }
    })
  },
)
