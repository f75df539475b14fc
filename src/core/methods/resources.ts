/** Resources and resource templates. */
import type { ReadResourceResult, Resource, ResourceTemplate } from '../../types/resources.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { check } from '../validation/shape.ts'
import { readResourceResult, resource, resourceTemplate } from '../validation/shapes.ts'
import { listAllPages } from './list-all-pages.ts'
import { type MaybeInputRequired, requestWithInput } from './request.ts'
import { requireCapability } from './require-capability.ts'

const capability = 'resources'

export function listResources(context: ConnectedContext, options?: CallOptions): Promise<Resource[]> {
  const list = { capability, method: 'resources/list', key: 'resources', item: resource } as const
  return listAllPages(context, list, options)
}

export function listResourceTemplates(context: ConnectedContext, options?: CallOptions): Promise<ResourceTemplate[]> {
  const method = 'resources/templates/list'
  const list = { capability, method, key: 'resourceTemplates', item: resourceTemplate } as const
  return listAllPages(context, list, options)
}

export async function readResource(
  context: ConnectedContext,
  uri: string,
  options: CallOptions = {},
): Promise<MaybeInputRequired<ReadResourceResult>> {
  requireCapability(context, capability)
  const { channel, cache } = context
  const method = 'resources/read'
  const params = { uri }
  const toResult = (result: Record<string, unknown>) => check(readResourceResult, result, `the resource ${uri}`)
  const { resume, inputRequired, cacheMode } = options
  if (resume || inputRequired === 'return') {
    const outcome = await requestWithInput(context, method, params, options)
    return 'inputRequired' in outcome ? outcome.inputRequired : toResult(outcome.result)
  }
  const { cacheable } = channel.current.revision
  const fetchResult = async () => {
    const outcome = await requestWithInput(context, method, params, options)
    // Without `inputRequired: 'return'` there is always a result.
    const { result, usedInput } = outcome as Exclude<typeof outcome, { inputRequired: unknown }>
    // A result that depends on the input of a user must not be cached, since others would get it.
    return { result, usedInput }
  }
  const skipLookup = cacheMode === 'refresh'
  const query = { method, params, cacheable, skipLookup, options, check: toResult }
  return toResult(await cache.getOrFetch(query, fetchResult))
}
