/** The contents of resources. */
import type { ReadResourceResult } from '../../types/resources.ts'
import { type FetchedResult, getOrFetch } from '../cache/response-cache.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { check } from '../validation/shape.ts'
import { readResourceResult } from '../validation/shapes.ts'
import { checkText } from './check-call.ts'
import { type MaybeInputRequired, requestWithInput } from './request.ts'
import { requireCapability } from './require-capability.ts'

export async function readResource(
  context: ConnectedContext,
  call: number,
  uri: string,
  options: CallOptions = {},
): Promise<MaybeInputRequired<ReadResourceResult>> {
  checkText('readResource(uri)', uri)
  const checking = requireCapability(context, 'resources', options)
  if (checking) await checking
  const { channel } = context
  const method = 'resources/read'
  const params = { uri }
  const toResult = (result: Record<string, unknown>) => check(readResourceResult, result, `the resource ${uri}`)
  const { resume, inputRequired, cacheMode } = options
  const fetchResult = () => requestWithInput(context, { method, params, options, call })
  if (resume || inputRequired === 'return') {
    const outcome = await fetchResult()
    return 'inputRequired' in outcome ? outcome.inputRequired : toResult(outcome.result)
  }
  const { cacheable } = channel.current.revision
  const skipLookup = cacheMode === 'refresh'
  const query = { method, params, cacheable, skipLookup, options, call, check: toResult }
  // Without `inputRequired: 'return'` there is always a result.
  return toResult(await getOrFetch(context, query, fetchResult as () => Promise<FetchedResult>))
}
