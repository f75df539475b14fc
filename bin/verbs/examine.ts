/** `examine <url>`: checks a server against the specification, for people and for CI. */
import { writeFile } from 'node:fs/promises'
import type { Fetch } from 'mcp-over-fetch'
import { cleanLine } from '../command/clean.ts'
import { CommandError, EXIT, InterruptedError, UsageError } from '../command/errors.ts'
import { didYouMean } from '../command/nearest.ts'
import { jsonOption, listOf, textOf, type Verb } from '../command/verb.ts'
import { createAuth } from '../connection/authorization.ts'
import { hasLogin } from '../connection/login-file.ts'
import { headerOptions, readHeaders } from '../connection/options.ts'
import { collectSentSecrets } from '../connection/sent-secrets.ts'
import { parseUrlNamed } from '../connection/server-url.ts'
import { signInAtTerminal } from '../connection/sign-in.ts'
import { checks, examine } from '../examination/examine.ts'
import type { Finding } from '../examination/outcome.ts'
import { createPageFetch } from '../examination/page-fetch.ts'
import { createReport } from '../examination/report.ts'
import { recipes } from '../recipes/index.ts'
import { findNeeds, ISSUER_PLACEHOLDER } from '../recipes/needs.ts'
import { type Proof, recordProof } from '../reports/proof.ts'
import { printReport } from '../reports/terminal.ts'
import { onlyUrl } from './only-url.ts'

const DEFAULT_ORIGIN = 'https://page.example'
const LEVELS = ['problem', 'warning', 'never']

export const verb: Verb = {
  usage: '<url>',
  about:
    `Runs ${checks.length} checks: CORS as browsers apply it, protocol versions, sessions, streams, errors, lists, tools and\n` +
    'sign-in. It only reads: errors are provoked with names that do not exist, and every session is ended again.',
  options: {
    fix: {
      type: 'text',
      value: '<framework>',
      about: `Print the lines that mend CORS, headers and metadata: ${Object.keys(recipes).join(', ')}`,
    },
    issuer: { type: 'text', value: '<url>', about: 'Your authorization server, for the lines of --fix' },
    origin: { type: 'text', value: '<origin>', about: `The page to examine as (default: ${DEFAULT_ORIGIN})` },
    only: { type: 'list', value: '<check>', about: 'Run only this check; may be repeated' },
    'call-tools': { type: 'flag', about: 'Also call a tool that says it changes nothing (readOnlyHint)' },
    'fail-on': {
      type: 'text',
      value: '<level>',
      about: 'Exit with 1 on a problem, a warning, or never (default: problem)',
    },
    junit: { type: 'text', value: '<file>', about: 'Also write a JUnit report' },
    sarif: { type: 'text', value: '<file>', about: 'Also write a SARIF report' },
    idle: { type: 'text', value: '<seconds>', about: 'Watch an idle stream for so long (default: 20)' },
    login: { type: 'flag', about: 'Sign in first, in the browser, unless you are signed in' },
    ...jsonOption,
    ...headerOptions,
  },
  examples: [
    'examine https://tools.example.com/mcp',
    'examine http://localhost:3000/mcp --fix express',
    'examine http://localhost:3000/mcp --junit report.xml --fail-on warning',
  ],
  async run(invocation) {
    const { values, output, signal, env } = invocation
    const server = onlyUrl(invocation)
    const settings = readSettings(values)
    const headers = await readHeaders(values, output)
    if (values.login && headers.authorization !== undefined)
      throw new UsageError('--login: a token is given already, by --token or --header')
    if (values.login && !(await hasLogin(server, env)))
      await signInAtTerminal(await createAuth(server, env), { output, env, signal })
    const isSignedIn = headers.authorization === undefined && (await hasLogin(server, env))
    const sent = collectSentSecrets((url, init) => globalThis.fetch(url, init as RequestInit))
    const direct = sent.fetch
    server.searchParams.forEach(output.hideNamed)
    const asPage = createPageFetch(direct, settings.origin)
    const withLogin = async (fetch: Fetch) => (isSignedIn ? (await createAuth(server, env, { fetch })).fetch : fetch)
    const proof = recordProof()
    const isReached = () => proof.requests.some(({ status }) => status !== undefined)
    const findings: Finding[] = []
    const startedAt = new Date()
    const all = settings.only ?? checks.map(({ id }) => id)
    const examination = examine({
      url: server.href,
      fetch: await withLogin(direct),
      bareFetch: direct,
      pageFetch: await withLogin(asPage),
      barePageFetch: asPage,
      headers,
      isAuthorized: isSignedIn || headers.authorization !== undefined,
      signal,
      pageOrigin: settings.origin,
      callsReadOnlyTools: values['call-tools'] === true,
      idle: settings.idle,
      observer: proof.observer,
      secrets: sent.secrets,
      ...(settings.only && { only: settings.only }),
    })
    for await (const finding of examination) {
      findings.push(finding)
      output.progress(`${findings.length} of ${all.length}: ${finding.title}`)
      // Every check would wait as long, and say the same.
      if (!isReached()) break
    }
    if (signal.aborted) throw new InterruptedError(`Canceled after ${findings.length} of ${all.length} checks`)
    if (!isReached()) {
      const isSilent = proof.requests.some(({ failure }) => failure === 'timeout')
      throw new CommandError(
        isSilent
          ? `${server.origin} accepts connections and does not answer. Check what the server waits for`
          : `no answer from ${server.origin}. Start the server, and check the URL`,
      )
    }
    const report = createReport(server.href, findings, startedAt)
    await writeReports(values, report, proof.requests)
    const needs = findNeeds(findings, {
      url: server,
      origin: textOf(values, 'origin'),
      issuer: textOf(values, 'issuer'),
      headers: Object.keys(headers),
    })
    const recipe = settings.fix === undefined ? undefined : recipes[settings.fix]!
    const fix = recipe && needs && recipe(needs)
    if (values.json) output.printJson({ ...report, requests: proof.requests, ...(fix !== undefined && { fix }) })
    else if (recipe) {
      if (!needs || fix === undefined) output.note('Nothing that these lines could mend was found.')
      else {
        output.print(fix)
        if (needs.metadata?.issuer === ISSUER_PLACEHOLDER)
          output.note(`Put your authorization server in the place of ${ISSUER_PLACEHOLDER}, or pass --issuer.`)
      }
    } else {
      printReport(output, report, proof.requests, { isVerbose: values.verbose === true, canFix: needs !== undefined })
      const isLocked = headers.authorization === undefined && !isSignedIn && proof.requests[0]?.status === 401
      if (isLocked) output.note('Most checks need a sign-in: pass --login, --token or --header')
    }
    const { problem, warning } = report.counts
    const isBad = settings.failOn !== 'never' && (problem > 0 || (settings.failOn === 'warning' && warning > 0))
    return isBad ? EXIT.failed : EXIT.ok
  },
}

interface Settings {
  origin: string
  fix: string | undefined
  failOn: string
  idle: number
  only: readonly string[] | undefined
}

function readSettings(values: Parameters<Verb['run']>[0]['values']): Settings {
  const [origin, fix, failOn = 'problem', idle = '20', issuer] = ['origin', 'fix', 'fail-on', 'idle', 'issuer'].map(
    (name) => textOf(values, name),
  )
  const frameworks = Object.keys(recipes)
  if (fix !== undefined && !Object.hasOwn(recipes, fix))
    throw new UsageError(
      `--fix: there is no ${cleanLine(fix, 40)}${didYouMean(fix, frameworks) || '.'} Known: ${frameworks.join(', ')}`,
    )
  if (!LEVELS.includes(failOn))
    throw new UsageError(`--fail-on: expected problem, warning or never${didYouMean(failOn, LEVELS)}`)
  if (!(Number(idle) >= 0) || idle === '') throw new UsageError('--idle: expected a number of seconds')
  if (issuer !== undefined) parseUrlNamed('--issuer', issuer)
  const only = listOf(values, 'only')
  const ids = checks.map(({ id }) => id)
  const unknown = only.find((id) => !ids.includes(id))
  if (unknown !== undefined)
    throw new UsageError(`--only: there is no check ${cleanLine(unknown, 60)}${didYouMean(unknown, ids)}`)
  return {
    origin: origin === undefined ? DEFAULT_ORIGIN : parseUrlNamed('--origin', origin).origin,
    fix,
    failOn,
    idle: Number(idle) * 1_000,
    only: only.length > 0 ? only : undefined,
  }
}

async function writeReports(
  values: Parameters<Verb['run']>[0]['values'],
  report: ReturnType<typeof createReport>,
  requests: readonly Proof[],
): Promise<void> {
  const [junit, sarif] = ['junit', 'sarif'].map((name) => textOf(values, name))
  const failOn = textOf(values, 'fail-on') ?? 'problem'
  const save = (option: string, path: string, text: string) =>
    writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`--${option}: ${path} cannot be written (${error.code})`)
    })
  if (junit !== undefined)
    await save('junit', junit, (await import('../reports/junit.ts')).toJunit(report, requests, failOn))
  if (sarif !== undefined) await save('sarif', sarif, (await import('../reports/sarif.ts')).toSarif(report))
}
