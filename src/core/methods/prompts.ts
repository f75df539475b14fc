/** Prompts, and completions of arguments. */
import type { AllowUndefined } from '../../types/allow-undefined.ts'
import type { CompleteRequestParams, Completion, GetPromptResult } from '../../types/prompts.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { check } from '../validation/shape.ts'
import { completeResult, getPromptResult } from '../validation/shapes.ts'
import { checkText } from './check-call.ts'
import { type MaybeInputRequired, request, requestWithInput } from './request.ts'
import { requireCapability } from './require-capability.ts'

/** What `complete()` takes. */
export interface CompleteParams extends AllowUndefined<CompleteRequestParams> {}

export async function getPrompt(
  context: ConnectedContext,
  call: number,
  name: string,
  args: Record<string, string> = {},
  options?: CallOptions,
): Promise<MaybeInputRequired<GetPromptResult>> {
  checkText('getPrompt(name, args)', name)
  const checking = requireCapability(context, 'prompts', options)
  if (checking) await checking
  const invalidName = Object.keys(args).find((key) => typeof args[key] !== 'string')
  if (invalidName !== undefined) throw invalidArgument(`${invalidName}: got ${typeof args[invalidName]}, expected text`)
  const outcome = await requestWithInput(context, {
    method: 'prompts/get',
    params: { name, arguments: args },
    options,
    call,
  })
  if ('inputRequired' in outcome) return outcome.inputRequired
  return check(getPromptResult, outcome.result, `the prompt ${name}`)
}

export async function complete(
  context: ConnectedContext,
  call: number,
  params: CompleteRequestParams,
  options?: CallOptions,
): Promise<Completion> {
  if (context.channel.current.revision.completionsDeclared) await requireCapability(context, 'completions', options)
  const result = await request(context, { method: 'completion/complete', params: { ...params }, options, call })
  return check(completeResult, result, 'completions').completion
}
