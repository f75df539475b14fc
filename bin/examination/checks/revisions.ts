/** Which revisions the server speaks, and how it negotiates them. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { type Check, connected, inSession } from '../check.ts'
import { couldNotTell, good, notApplicable, problem, warning } from '../outcome.ts'
import { describe, HANDSHAKE, NO_REVISION, request, STATELESS } from '../rpc.ts'
import { sections } from '../sections.ts'

const group = 'Revisions'

const revisions: Check = {
  id: 'revisions',
  title: 'It speaks revisions that clients know',
  group,
  section: sections.negotiation,
  async run({ server }) {
    const { stateless, session, httpSse, discovery, initialization } = server
    if (httpSse)
      return warning(
        `It speaks ${httpSse.revision} over HTTP+SSE only.`,
        'Offer Streamable HTTP: HTTP+SSE is deprecated since 2025-03-26, and new clients leave it out.',
        [httpSse.introduced],
      )
    const answered = new Map<string, string>()
    if (session) {
      answered.set(HANDSHAKE[0], server.offered ?? session.revision)
      for (const revision of HANDSHAKE.slice(1)) {
        const opened = await server.openSession(revision)
        if (!('kind' in opened)) continue
        answered.set(revision, opened.revision)
        await server.closeSession(opened)
      }
    }
    const cites = [discovery.exchange, initialization.exchange]
    if (!stateless && !session && initialization.exchange.status === 401)
      return couldNotTell('It asks for an authorization first.', 'Sign in, and examine it again.', cites)
    if (!stateless && !session && discovery.exchange.failure && initialization.exchange.failure)
      return couldNotTell('No request was answered in a way that the page may read.', undefined, cites)
    if (!stateless && !session)
      return problem(
        `server/discover: ${describe(discovery.exchange, discovery.answer)}; initialize: ${describe(initialization.exchange, initialization.answer)}.`,
        'Check the address: many servers are at /mcp.',
        cites,
      )
    const wrong = [...answered].find(([, got]) => answered.has(got) && answered.get(got) !== got)
    if (wrong)
      return problem(
        `Asked for ${wrong[0]} it answers ${wrong[1]}, but asked for ${wrong[1]} it answers ${answered.get(wrong[1])}.`,
        'Answer initialize with the revision that the client asked for, where the server speaks it.',
        cites,
      )
    const spoken = [
      ...(stateless ? [STATELESS] : []),
      ...HANDSHAKE.filter((revision) => answered.get(revision) === revision),
    ]
    const seen =
      spoken.length > 0
        ? `It speaks ${spoken.join(', ')}.`
        : `It speaks ${[...new Set(answered.values())].join(', ')}, which this page does not know.`
    if (spoken.some((revision) => revision >= '2025-06-18')) return good(seen, cites)
    return warning(seen, 'Move to a newer revision: clients drop old ones.', cites)
  },
}

const unknownRevision: Check = {
  id: 'unknown-revision',
  title: 'A client of an unknown revision gets an offer',
  group,
  section: sections.negotiation,
  run: inSession(async (session, { server }) => {
    const opened = await server.openSession(NO_REVISION)
    if (!('kind' in opened)) {
      const seen = `initialize with ${NO_REVISION}: ${describe(opened.exchange, opened.answer)}.`
      return opened.answer?.error
        ? warning(
            seen,
            'Answer with a revision that the server speaks instead of an error, so that clients can choose.',
          )
        : problem(seen, 'Answer with a revision that the server speaks.')
    }
    await server.closeSession(opened)
    const seen = `initialize with ${NO_REVISION} was answered with ${opened.revision}.`
    if (opened.revision === NO_REVISION)
      return problem(seen, 'Do not repeat what the client says: answer with a revision that the server speaks.')
    return opened.revision >= session.revision
      ? good(seen)
      : warning(seen, `Offer the newest revision that the server speaks, ${session.revision}.`)
  }),
}

const versionHeader: Check = {
  id: 'version-header',
  title: 'It refuses an unknown MCP-Protocol-Version',
  group,
  section: sections.versionHeader,
  run: inSession(async (session) => {
    if (session.revision < '2025-06-18') return notApplicable(`${session.revision} has no such header.`)
    const { exchange, answer } = await session.ask('ping', undefined, {
      headers: { 'mcp-protocol-version': NO_REVISION },
    })
    const seen = `ping with MCP-Protocol-Version: ${NO_REVISION}: ${describe(exchange, answer)}.`
    return exchange.status === 400
      ? good(seen)
      : problem(seen, 'Answer 400 when MCP-Protocol-Version names a revision that the server does not speak.')
  }),
}

const missingVersionHeader: Check = {
  id: 'version-header-missing',
  title: 'It serves clients that send no MCP-Protocol-Version',
  group,
  section: sections.versionHeader,
  run: inSession(async (session, { server }) => {
    if (session.revision < '2025-06-18') return notApplicable(`${session.revision} has no such header.`)
    const { 'mcp-protocol-version': _, ...headers } = session.headers
    const message = request('ping')
    const { exchange, answer } = await server.send({ body: message, headers }, message)
    const seen = `ping without MCP-Protocol-Version: ${describe(exchange, answer)}.`
    return exchange.status !== undefined && exchange.status < 400
      ? good(seen)
      : warning(
          seen,
          'Take the negotiated revision, or 2025-03-26, where the header is missing: old clients do not send it.',
        )
  }),
}

const refusedHandshake: Check = {
  id: 'initialize-refusal',
  title: 'Its refusal of initialize names the revisions it speaks',
  group,
  section: {
    document: '2026-07-28',
    title: 'Versioning, Backward Compatibility',
    url: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#backward-compatibility-with-initialization-based-versions',
  },
  async run({ server: { session, stateless, initialization } }) {
    if (session || !stateless) return notApplicable('It does not refuse initialize, or speaks no other way.')
    const { exchange, answer } = initialization
    const seen = `initialize: ${describe(exchange, answer)}.`
    const text = `${answer?.error?.message} ${JSON.stringify(answer?.error?.data)}`
    return text.includes(STATELESS)
      ? good(seen, [exchange])
      : warning(seen, `Say ${STATELESS} in the error: it is all that older clients can show.`, [exchange])
  },
}

const introduction: Check = {
  id: 'introduction',
  title: 'It says who it is and what it can do',
  group,
  section: sections.initialization,
  run: connected(async ({ kind, introduction: result, introduced }) => {
    const meta = isObject(result._meta) ? result._meta : {}
    const info =
      kind === 'stateless' ? (meta['io.modelcontextprotocol/serverInfo'] ?? result.serverInfo) : result.serverInfo
    const isNamed =
      isObject(info) && typeof info.name === 'string' && info.name !== '' && typeof info.version === 'string'
    const missing = [
      ...(isNamed ? [] : ['name and version']),
      ...(isObject(result.capabilities) ? [] : ['capabilities']),
    ]
    const told = typeof result.instructions === 'string' && result.instructions !== ''
    const instructions = told
      ? 'It has instructions for models.'
      : 'It has no instructions for models; they are optional.'
    if (missing.length === 0) return good(`Name, version and capabilities are there. ${instructions}`, [introduced])
    const advice = `Send ${missing.join(' and ')}, so that clients can show and use them.`
    const seen = `Missing: ${missing.join(', ')}. ${instructions}`
    // In 2026-07-28 a server should say who it is, and must say what it can do.
    return kind === 'stateless' && !missing.includes('capabilities')
      ? warning(seen, advice, [introduced])
      : problem(seen, advice, [introduced])
  }),
}

const repeatedInitialize: Check = {
  id: 'two-clients',
  title: 'It serves a second client while the first is connected',
  group,
  section: sections.initialization,
  run: inSession(async (session, { server }) => {
    const opened = await server.openSession(session.revision)
    if (!('kind' in opened))
      return problem(
        `The second initialize: ${describe(opened.exchange, opened.answer)}.`,
        'Create a server and a transport for each session: one transport serves one client.',
      )
    const { exchange, answer } = await session.ask('ping')
    await server.closeSession(opened)
    return exchange.status !== undefined && exchange.status < 400
      ? good('Two connections worked at the same time.')
      : problem(
          `After a second client came, the first got: ${describe(exchange, answer)}.`,
          'Keep the sessions of different clients apart.',
        )
  }),
}

export const revisionChecks: readonly Check[] = [
  revisions,
  unknownRevision,
  versionHeader,
  missingVersionHeader,
  refusedHandshake,
  introduction,
  repeatedInitialize,
]
