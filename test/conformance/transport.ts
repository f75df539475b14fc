/** Checks the transport below the clients of other SDKs with the official suite. */
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { allHosts } from '../interop/transport/hosts.ts'
import { run as runClient } from './client.ts'
import type { SelectedScenario } from './group.ts'
import type { Report } from './suite.ts'

/** Scenarios that are not about the transport, each with the reason. */
const LEFT_OUT: Record<string, string> = {
  'auth/dpop': 'the SDK makes proofs in its own fetch, and not in auth()',
  'auth/dpop-nonce': 'the SDK makes proofs in its own fetch, and not in auth()',
  'auth/enterprise-managed-authorization': 'the application exchanges tokens before the SDK is asked',
  'auth/wif-jwt-bearer': 'the application brings the assertion, and auth() has no grant for it',
  'sep-2640-client-no-prefetch': 'skills belong to the client, and not to its transport',
  'sep-2640-client-verify-digest': 'skills belong to the client, and not to its transport',
  'sep-2640-client-verify-size': 'skills belong to the client, and not to its transport',
  'sep-2640-client-verify-frontmatter': 'skills belong to the client, and not to its transport',
}

/** What tests the `fetch` between client and server, and not only the `auth()` of the SDK; run with one client. */
const AUTHORIZATION = [
  'auth/metadata-default',
  'auth/pre-registration',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/authorization-server-migration',
  'auth/iss-wrong-issuer',
]

const AUTHORIZED = '@modelcontextprotocol/client 2.x'

export interface TransportOptions {
  /** Also all scenarios of authorization, with every client and at both revisions. */
  all?: boolean
}

export async function run({ all = false }: TransportOptions = {}): Promise<Report> {
  const report: Report = { passed: 0, failed: 0, lines: [] }
  for (const runtime of Object.keys(allHosts)) {
    const select = ({ scenario, revision }: SelectedScenario) => {
      if (Object.hasOwn(LEFT_OUT, scenario)) return false
      if (all || !scenario.startsWith('auth/')) return true
      return runtime === AUTHORIZED && revision === '2026-07-28' && AUTHORIZATION.includes(scenario)
    }
    const { passed, failed, lines, failures = [] } = await runClient({ runtime, select })
    report.passed += passed
    report.failed += failed
    report.lines.push(...lines, ...failures.map(({ name, text }) => `✗ ${name}\n${text}`))
  }
  return report
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, lines } = await run(parseArgs({ options: { all: { type: 'boolean' } } }).values)
  for (const line of lines) console.log(line)
  for (const [scenario, reason] of Object.entries(LEFT_OUT)) console.log(`left out: ${scenario} (${reason})`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
