/** `resources/list`, `resources/templates/list`, `resources/read`, and the subscriptions of the handshake revisions. */

import { INVALID_PARAMS, RESOURCE_NOT_FOUND } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { forRevision, isStateless } from '../revisions.ts'
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
  description?: string
  mimeType?: string
  /** Its text or its bytes in Base64, as `{ text }` or `{ blob }`; several contents as a list. */
  read(input: InputRequester, context: RequestContext): object | Promise<object>
}

export interface ResourceTemplate {
  uriTemplate: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** The resource at this address; undefined if it does not fit the template. */
  resource(uri: string): Pick<Resource, 'mimeType' | 'read'> | undefined
}

export function createResources(
  requestStates: RequestStates,
  pagination: () => Pagination,
  offered: () => readonly Resource[],
  templates: () => readonly ResourceTemplate[],
): Resources {
  return { list, listTemplates, read, subscribe, unsubscribe }

  function list(params: Params, context: RequestContext): object {
    const definitions = offered().map(({ read, ...definition }) => forRevision(definition, context.version))
    return page('resources', definitions, params, pagination())
  }

  function listTemplates(params: Params, context: RequestContext): object {
    const definitions = templates().map(({ resource, ...definition }) => forRevision(definition, context.version))
    return page('resourceTemplates', definitions, params, pagination())
  }

  async function read(params: Params, context: RequestContext): Promise<object> {
    const { uri } = params
    const resource = find(uri)
    if (!resource) {
      const code = isStateless(context.version) ? INVALID_PARAMS : RESOURCE_NOT_FOUND
      throw new ProtocolError(code, `Resource not found: ${uri}`, { uri })
    }
    const input = createInputRequester(requestStates, 'resources/read', params, context)
    const { mimeType } = resource
    const contents = [await resource.read(input, context)].flat()
    return { contents: contents.map((content) => ({ uri, ...(mimeType && { mimeType }), ...content })) }
  }

  function find(uri: unknown): Pick<Resource, 'mimeType' | 'read'> | undefined {
    const listed = offered().find((resource) => resource.uri === uri)
    if (listed) return listed
    for (const template of templates()) {
      const resource = template.resource(String(uri))
      if (resource) return resource
    }
    return undefined
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
