/** Lists: whether what is announced is there, whether pages end, and whether all is valid. */
import { type SchemasByVersion, schemas } from '../../../src/schema/index.ts'
import { type Check, connected } from '../check.ts'
import { capabilitiesOf, listKinds, pagesOf } from '../lists.ts'
import { good, notApplicable, problem, warning } from '../outcome.ts'
import { describe, HANDSHAKE, STATELESS, UNKNOWN_NAME } from '../rpc.ts'
import { sections } from '../sections.ts'

const group = 'Lists and tools'

const announced: Check = {
  id: 'announced-lists',
  title: 'What it announces can be listed',
  group,
  section: sections.capabilities,
  run: connected(async (connection, { lists }) => {
    const walked = await lists()
    if (walked.length === 0)
      return notApplicable('It announces no tools, resources or prompts.', [connection.introduced])
    // Templates have no capability of their own: a server may have none.
    const failed = walked.filter(({ kind, trouble }) => trouble === 'refused' && kind.name !== 'resourceTemplates')
    if (failed.length === 0)
      return good(
        `${walked.map(({ kind, items }) => `${items.length} from ${kind.method}`).join(', ')}.`,
        pagesOf(walked),
      )
    const seen = failed.map(({ kind, pages }) => `${kind.method}: ${describe(pages[0]!.exchange, pages[0]!.answer)}`)
    return problem(
      `${seen.join('; ')}.`,
      'Serve the list of every capability that is announced, or do not announce it.',
      pagesOf(failed),
    )
  }),
}

const unannounced: Check = {
  id: 'unannounced-lists',
  title: 'What it does not announce is refused with -32601',
  group,
  section: sections.capabilities,
  run: connected(async (connection) => {
    const capabilities = capabilitiesOf(connection)
    const others = listKinds.filter(({ name, capability }) => name === capability && !capabilities[capability])
    if (others.length === 0) return notApplicable('It announces tools, resources and prompts.')
    const served: string[] = []
    const refusals: string[] = []
    for (const { name, method } of others) {
      const { exchange, answer } = await connection.ask(method)
      const items = answer?.result?.[name]
      if (Array.isArray(items) && items.length > 0) served.push(`${method} has ${items.length}`)
      else if (answer?.error?.code !== -32601) refusals.push(`${method}: ${describe(exchange, answer)}`)
    }
    if (served.length > 0)
      return problem(
        `Not announced, but ${served.join(', ')}.`,
        'Announce the capability: clients do not ask for what is not announced.',
      )
    return refusals.length > 0
      ? warning(`${refusals.join('; ')}.`, 'Answer methods of capabilities that the server does not have with -32601.')
      : good(`Refused with -32601: ${others.map(({ method }) => method).join(', ')}.`)
  }),
}

const pagination: Check = {
  id: 'pagination',
  title: 'Lists end, and no item comes twice',
  group,
  section: sections.pagination,
  run: connected(async (_, { lists }) => {
    const walked = (await lists()).filter(({ trouble }) => trouble !== 'refused')
    if (walked.length === 0) return notApplicable('It has no lists.')
    const endless = walked.find(({ trouble }) => trouble !== undefined)
    if (endless)
      return problem(
        `${endless.kind.method}: ${endless.trouble === 'repeated cursor' ? 'a cursor came twice' : `no end after ${endless.pages.length} pages`}.`,
        'Leave nextCursor out on the last page: clients read until it is missing.',
        pagesOf([endless]),
      )
    for (const list of walked) {
      const seen = new Set<unknown>()
      const twice = list.items.find(({ [list.kind.key]: key }) => seen.size === seen.add(key).size)
      if (twice)
        return problem(
          `${list.kind.method}: ${JSON.stringify(twice[list.kind.key])} comes twice.`,
          'Give every item its own name, and begin each page after the last item of the one before.',
          pagesOf([list]),
        )
    }
    return good(
      `${walked.map(({ kind, pages }) => `${kind.method}: ${pages.length} page${pages.length === 1 ? '' : 's'}`).join(', ')}.`,
      pagesOf(walked),
    )
  }),
}

const badCursor: Check = {
  id: 'bad-cursor',
  title: 'An invalid cursor is refused with -32602',
  group,
  section: sections.badCursor,
  run: connected(async (connection, { lists }) => {
    const list = (await lists()).find(({ trouble }) => trouble !== 'refused')
    if (!list) return notApplicable('It has no lists.')
    const { exchange, answer } = await connection.ask(list.kind.method, { cursor: UNKNOWN_NAME })
    const seen = `${list.kind.method} with an invented cursor: ${describe(exchange, answer)}.`
    return answer?.error?.code === -32602
      ? good(seen)
      : warning(seen, 'Refuse cursors that the server did not give out with -32602, so that clients begin again.')
  }),
}

const valid: Check = {
  id: 'valid-results',
  title: 'Its results are valid in the revision it speaks',
  group,
  section: sections.schema,
  run: connected(async (connection, { lists }) => {
    const { revision, kind, introduction, introduced } = connection
    const known = [STATELESS, ...HANDSHAKE].find((name) => name === revision) as keyof SchemasByVersion | undefined
    if (!known) return notApplicable(`This page has no schemas of ${revision}.`)
    const all = schemas[known] as unknown as Record<
      string,
      (typeof schemas)['2025-11-25']['InitializeResult'] | undefined
    >
    const checked = [
      {
        label: kind === 'stateless' ? 'server/discover' : 'initialize',
        name: kind === 'stateless' ? 'DiscoverResult' : 'InitializeResult',
        value: introduction as unknown,
        exchange: introduced,
      },
      ...(await lists()).flatMap(({ kind: list, pages }) =>
        pages.flatMap(({ answer, exchange }) =>
          answer?.result
            ? [{ label: list.method, name: list.schema as string, value: answer.result as unknown, exchange }]
            : [],
        ),
      ),
    ]
    const wrong = checked.flatMap(({ label, name, value, exchange }) => {
      const parsed = all[name]?.safeParse(value)
      if (!parsed || parsed.success) return []
      const [issue] = parsed.error.issues
      return [{ text: `${label}: ${issue?.path.join('.') || 'the result'}: ${issue?.message}`, exchange }]
    })
    return wrong.length === 0
      ? good(
          `${checked.length} results are valid by the schemas of ${revision}.`,
          checked.map(({ exchange }) => exchange),
        )
      : problem(
          `${wrong
            .slice(0, 3)
            .map(({ text }) => text)
            .join('; ')}.`,
          `Send results as the schema of ${revision} has them.`,
          wrong.map(({ exchange }) => exchange),
        )
  }),
}

export const listChecks: readonly Check[] = [announced, unannounced, pagination, badCursor, valid]
