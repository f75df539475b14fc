/** `resources/list`, `resources/templates/list`, `resources/read`, and the subscriptions of the handshake revisions. */
import { PNG } from './content.ts'
import { createInquiry, type Inquiry } from './input/request-input.ts'
import { type Paging, page } from './pagination.ts'
import { Fault, type Peer } from './request-context.ts'
import { elicit } from './input/input-request.ts'
import type { Realm } from './feature-state.ts'
import { forRevision, isStateless } from '../revisions.ts'
import type { Seal } from './input/request-state.ts'

type Params = Record<string, unknown>

export interface Resources {
  list(params: Params, peer: Peer): object
  listTemplates(params: Params, peer: Peer): object
  read(params: Params, peer: Peer): Promise<object>
  subscribe(params: Params, peer: Peer): object
  unsubscribe(params: Params, peer: Peer): object
}

interface Resource {
  uri: string
  name: string
  title?: string
  description: string
  mimeType: string
  read(realm: Realm, inquiry: Inquiry): object | Promise<object>
}

const fixed: Resource[] = [
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
    read: (realm) => ({ text: `changed ${realm.updates.get('test://watched-resource') ?? 0} times` }),
  },
  {
    uri: 'test://input-required',
    name: 'input-required',
    description: 'Needs an answer from the user first',
    mimeType: 'application/json',
    async read(_realm, { ask }) {
      const { reason } = await ask({ reason: elicit('Why?', { reason: { type: 'string' } }, ['reason']) })
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

export function createResources(realm: Realm, seal: Seal, paging: () => Paging): Resources {
  const offered = () => (realm.extra.resources ? [...fixed, extra] : fixed)
  const find = (uri: unknown) => offered().find((resource) => resource.uri === uri) ?? fromTemplate(String(uri))
  return { list, listTemplates, read, subscribe, unsubscribe }

  function list(params: Params, peer: Peer): object {
    const definitions = offered().map(({ read, ...definition }) => forRevision(definition, peer.version))
    return page('resources', definitions, params, paging())
  }

  function listTemplates(params: Params, peer: Peer): object {
    return page('resourceTemplates', [forRevision(TEMPLATE, peer.version)], params, paging())
  }

  async function read(params: Params, peer: Peer): Promise<object> {
    const { uri } = params
    const resource = find(uri)
    // The stateless revisions gave up the code of their own.
    if (!resource) throw new Fault(isStateless(peer.version) ? -32602 : -32002, `Resource not found: ${uri}`, { uri })
    const inquiry = createInquiry(seal, 'resources/read', params, peer)
    return { contents: [{ uri, mimeType: resource.mimeType, ...(await resource.read(realm, inquiry)) }] }
  }

  function subscribe(params: Params, peer: Peer): object {
    if (typeof params.uri !== 'string') throw new Fault(-32602, 'The uri is missing')
    peer.state.subscriptions.add(params.uri)
    return {}
  }

  function unsubscribe(params: Params, peer: Peer): object {
    peer.state.subscriptions.delete(String(params.uri))
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
