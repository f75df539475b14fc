/** The resources for tests; most have the addresses that the conformance suite asks for. */
import { elicit } from '../../../src/testing/features/input/input-request.ts'
import type { Resource, ResourceTemplate } from '../../../src/testing/features/resources.ts'
import type { ContentState } from './content-state.ts'
import { PNG } from './media.ts'

export const testResources = (state: ContentState): readonly Resource[] => [
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
    read: () => ({ text: `changed ${state.updates.get('test://watched-resource') ?? 0} times` }),
  },
  {
    uri: 'test://input-required',
    name: 'input-required',
    description: 'Needs an answer from the user first',
    mimeType: 'application/json',
    async read({ requestInput }) {
      const { reason } = await requestInput({ reason: elicit('Why?', { reason: { type: 'string' } }, ['reason']) })
      return { text: JSON.stringify(reason) }
    },
  },
]

/** The resource that `test_trigger_resource_change` adds and removes. */
export const extraResource: Resource = {
  uri: 'test://extra',
  name: 'extra',
  description: 'Comes and goes',
  mimeType: 'text/plain',
  read: () => ({ text: 'here' }),
}

export const testTemplate: ResourceTemplate = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  title: 'Data by id',
  description: 'Data about any id',
  mimeType: 'application/json',
  resource(uri) {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id === undefined) return undefined
    const data = { id: decodeURIComponent(id), templateTest: true, data: `Data for ID: ${decodeURIComponent(id)}` }
    return { mimeType: 'application/json', read: () => ({ text: JSON.stringify(data) }) }
  },
}
