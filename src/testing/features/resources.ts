/** `resources/list`, `resources/templates/list`, `resources/read`, and the subscriptions of the handshake revisions. */

import { INVALID_PARAMS, RESOURCE_NOT_FOUND } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { forRevision, isStateless } from '../revisions.ts'
import { PNG } from './content.ts'
import type { FeatureState } from './feature-state.ts'
import { elicit } from './input/input-request.ts'
import { createInputRequester, type InputRequester } from './input/request-input.ts'
import type { RequestStates } from './input/request-state.ts'
import { type Pagination, page } from './pagination.ts'
import type { RequestContext } from './request-context.ts'

type Params = Record<string, unknown>

export interface Resources {
  list(params: Params, context: RequestContext): object
  listTemplates(params: Params, context: RequestContext): object
  read(params: Params, context: RequestContext): Promise<object>
  subscribe(params: Params, context: RequestContext): object
  unsubscribe(params: Params, context: RequestContext): object
}

export interface Resource {
  uri: string
  name: string
  title?: string
  description: string
  mimeType: string
  read(state: FeatureState, input: InputRequester): object | Promise<object>
}

const defaultResources: readonly Resource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    title: 'Static text',
    description: 'A text that never changes',
    mimeType: 'text/plain',
    read: () => ({ text: 'This is the content of the static text resource.' }),
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'An image',
    mimeType: 'image/png',
    read: () => ({ blob: PNG }),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'Says how often it was changed',
    mimeType: 'text/plain',
    read: (state) => ({ text: `changed ${state.updates.get('test://watched-resource') ?? 0} times` }),
  },
  {
    uri: 'test://input-required',
    name: 'input-required',
    description: 'Needs an answer from the user first',
    mimeType: 'application/json',
    async read(_state, { requestInput }) {
      const { reason } = await requestInput({ reason: elicit('Why?', { reason: { type: 'string' } }, ['reason']) })
      return { text: JSON.stringify(reason) }
    },
  },
]

const extra: Resource = {
  uri: 'test://extra',
  name: 'extra',
  description: 'Comes and goes',
  mimeType: 'text/plain',
  read: () => ({ text: 'here' }),
}

const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  title: 'Data by id',
  description: 'Data about any id',
  mimeType: 'application/json',
}

export function createResources(
  state: FeatureState,
  requestStates: RequestStates,
  pagination: () => Pagination,
  fixed: readonly Resource[] = defaultResources,
): Resources {
  const offered = () => (state.extra.resources ? [...fixed, extra] : fixed)
  const find = (uri: unknown) => offered().find((resource) => resource.uri === uri) ?? fromTemplate(String(uri))
  return { list, listTemplates, read, subscribe, unsubscribe }

  function list(params: Params, context: RequestContext): object {
    const definitions = offered().map(({ read, ...definition }) => forRevision(definition, context.version))
    return page('resources', definitions, params, pagination())
  }

  function listTemplates(params: Params, context: RequestContext): object {
    return page('resourceTemplates', [forRevision(TEMPLATE, context.version)], params, pagination())
  }

  async function read(params: Params, context: RequestContext): Promise<object> {
    const { uri } = params
    const resource = find(uri)
    if (!resource) {
      const code = isStateless(context.version) ? INVALID_PARAMS : RESOURCE_NOT_FOUND
      throw new ProtocolError(code, `Resource not found: ${uri}`, { uri })
    }
    const input = createInputRequester(requestStates, 'resources/read', params, context)
    return { contents: [{ uri, mimeType: resource.mimeType, ...(await resource.read(state, input)) }] }
  }

  function subscribe(params: Params, context: RequestContext): object {
    if (typeof params.uri !== 'string') throw new ProtocolError(INVALID_PARAMS, 'The uri is missing')
    context.state.subscriptions.add(params.uri)
    return {}
  }

  function unsubscribe(params: Params, context: RequestContext): object {
    context.state.subscriptions.delete(String(params.uri))
    return {}
  }
}

function fromTemplate(uri: string): Resource | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return undefined
  const data = { id: decodeURIComponent(id), templateTest: true, data: `Data for ID: ${decodeURIComponent(id)}` }
  const { name, description, mimeType } = TEMPLATE
  return { uri, name, description, mimeType, read: () => ({ text: JSON.stringify(data) }) }
}
