/** The headers of 2026-07-28 that repeat the body: differences must be refused. */
import { type Check, stateless } from '../check.ts'
import { capabilitiesOf } from '../lists.ts'
import { notApplicable } from '../outcome.ts'
import { STATELESS, statelessHeaders, statelessRequest, UNKNOWN_NAME } from '../rpc.ts'
import { sections } from '../sections.ts'
import { refused, send } from './refused.ts'

const group = '2026-07-28'

const mirroredMethod: Check = {
  id: 'mirrored-method',
  title: 'A wrong Mcp-Method is refused with 400 and -32020',
  group,
  section: sections.modernValidation,
  run: stateless(async (_, { server }) => {
    const message = statelessRequest('server/discover')
    const asked = await send(server, message, { ...statelessHeaders(message), 'mcp-method': 'tools/list' })
    return refused(
      'server/discover with Mcp-Method: tools/list',
      asked,
      400,
      -32020,
      'Compare Mcp-Method with the body, and answer 400 with -32020 where they differ.',
    )
  }),
}

const mirroredName: Check = {
  id: 'mirrored-name',
  title: 'A wrong Mcp-Name is refused with 400 and -32020',
  group,
  section: sections.modernValidation,
  run: stateless(async (connection, { server }) => {
    if (!capabilitiesOf(connection).tools) return notApplicable('It announces no tools.')
    const message = statelessRequest('tools/call', { name: UNKNOWN_NAME, arguments: {} })
    const asked = await send(server, message, { ...statelessHeaders(message), 'mcp-name': `${UNKNOWN_NAME}-2` })
    return refused(
      'tools/call with another name in Mcp-Name',
      asked,
      400,
      -32020,
      'Compare Mcp-Name with the body, and answer 400 with -32020 where they differ.',
    )
  }),
}

const missingHeaders: Check = {
  id: 'missing-headers',
  title: 'A request without Mcp-Method is refused with 400 and -32020',
  group,
  section: sections.modernValidation,
  run: stateless(async (_, { server }) => {
    const message = statelessRequest('server/discover')
    const { 'mcp-method': _method, ...headers } = statelessHeaders(message)
    return refused(
      'server/discover without Mcp-Method',
      await send(server, message, headers),
      400,
      -32020,
      'Require Mcp-Method, and answer 400 with -32020 where it is missing.',
    )
  }),
}

const mirroredVersion: Check = {
  id: 'mirrored-version',
  title: 'A revision in the header that differs from the body is refused with 400 and -32020',
  group,
  section: sections.modernVersion,
  run: stateless(async (_, { server }) => {
    const message = statelessRequest('server/discover')
    const asked = await send(server, message, { ...statelessHeaders(message), 'mcp-protocol-version': '2025-11-25' })
    return refused(
      `_meta says ${STATELESS}, MCP-Protocol-Version 2025-11-25`,
      asked,
      400,
      -32020,
      'Compare MCP-Protocol-Version with _meta, and answer 400 with -32020 where they differ.',
    )
  }),
}

export const mirroredChecks: readonly Check[] = [mirroredMethod, mirroredName, missingHeaders, mirroredVersion]
