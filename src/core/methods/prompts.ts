/** Prompts, and the completion of arguments. */

import type { Completion, CompletionReference, GetPromptResult, Prompt } from '../../types/prompts.ts'
import type { CallOptions } from '../options.ts'
import type { Caller } from '../rpc/call.ts'
import { check } from '../validation/check.ts'
import { completeResult, getPromptResult, prompt } from '../validation/features.ts'
import { declares } from './capability.ts'
import { list } from './list-all-pages.ts'
import { isQuestion, request, requestWithInput } from './request.ts'

export function listPrompts(caller: Caller, options?: CallOptions): Promise<Prompt[]> {
  return list(caller, { capability: 'prompts', method: 'prompts/list', key: 'prompts', item: prompt() }, options)
}

export async function getPrompt(
  caller: Caller,
  name: string,
  args: Record<string, string> = {},
  options?: CallOptions,
): Promise<GetPromptResult> {
  declares(caller, 'prompts', true)
  const wrong = Object.keys(args).find((key) => typeof args[key] !== 'string')
  if (wrong !== undefined) throw new TypeError(`${wrong}: got ${typeof args[wrong]}, expected text`)
  const result = await requestWithInput(caller, 'prompts/get', { name, arguments: args }, options)
  return isQuestion(result) ? (result as never) : check(getPromptResult(), result, `the prompt ${name}`)
}

export async function complete(
  caller: Caller,
  ref: CompletionReference,
  argument: { name: string; value: string },
  context?: Record<string, string>,
  options?: CallOptions,
): Promise<Completion> {
  // The first revision has completion, but no word for it among the capabilities.
  if (caller.era.server.protocolVersion !== '2024-11-05') declares(caller, 'completions', true)
  const params = { ref, argument, ...(context && { context: { arguments: context } }) }
  const result = await request(caller, 'completion/complete', params, options)
  return check(completeResult(), result, 'completions').completion
}
