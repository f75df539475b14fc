/** Resources and templates of their addresses. */

import type { ReadResourceResult, Resource, ResourceTemplate } from '../../types/resources.ts'
import type { CallOptions } from '../options.ts'
import type { Caller } from '../rpc/call.ts'
import { check } from '../validation/check.ts'
import { readResourceResult, resource, resourceTemplate } from '../validation/features.ts'
import { declares } from './capability.ts'
import { list } from './list-all-pages.ts'
import { isImpersonal, isQuestion, requestWithInput } from './request.ts'

const capability = 'resources'

export function listResources(caller: Caller, options?: CallOptions): Promise<Resource[]> {
  return list(caller, { capability, method: 'resources/list', key: 'resources', item: resource() }, options)
}

export function listResourceTemplates(caller: Caller, options?: CallOptions): Promise<ResourceTemplate[]> {
  const wanted = { method: 'resources/templates/list', key: 'resourceTemplates', item: resourceTemplate() }
  return list(caller, { capability, ...wanted }, options)
}

export async function readResource(
  caller: Caller,
  uri: string,
  options: CallOptions = {},
): Promise<ReadResourceResult> {
  declares(caller, capability, true)
  const { era, cache } = caller
  const method = 'resources/read'
  const ask = () => requestWithInput(caller, method, { uri }, options)
  // What depends on somebody's input is nobody else's answer.
  const { resume, onInputRequired, fresh } = options
  const result =
    resume || onInputRequired === 'return'
      ? await ask()
      : await cache.answer(
          era,
          {
            method,
            params: { uri },
            options,
            anew: fresh,
            mayKeep: (result: Record<string, unknown>) => isImpersonal(result) && Array.isArray(result.contents),
          },
          ask,
        )
  return isQuestion(result) ? (result as never) : check(readResourceResult(), result, `the resource ${uri}`)
}
