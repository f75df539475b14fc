/** Prompts, and completions of arguments. */
import type { CompleteRequestParams, Completion, GetPromptResult } from '../../types/prompts.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { check } from '../validation/shape.ts'
import { completeResult, getPromptResult } from '../validation/shapes.ts'
import { type MaybeInputRequired, request, requestWithInput } from './request.ts'
import { requireCapability } from './require-capability.ts'

export async function getPrompt(
  context: ConnectedContext,
  name: string,
  args: Record<string, string> = {},
  options?: CallOptions,
): Promise<MaybeInputRequired<GetPromptResult>> {
  requireCapability(context, 'prompts')
  const invalidName = Object.keys(args).find((key) => typeof args[key] !== 'string')
  if (invalidName !== undefined) throw invalidArgument(`${invalidName}: got ${typeof args[invalidName]}, expected text`)
  const outcome = await requestWithInput(context, 'prompts/get', { name, arguments: args }, options)
  if ('inputRequired' in outcome) return outcome.inputRequired
  return check(getPromptResult, outcome.result, `the prompt ${name}`)
}

export async function complete(
  context: ConnectedContext,
  params: CompleteRequestParams,
  options?: CallOptions,
): Promise<Completion> {
  if (context.channel.current.revision.completionsDeclared) requireCapability(context, 'completions')
  const result = await request(context, 'completion/complete', { ...params }, options)
  return check(completeResult, result, 'completions').completion
}
