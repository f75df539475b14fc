/** Shapes of resources, prompts and completions. */
import * as z from 'zod/mini'
import type { Completion, GetPromptResult, Prompt } from '../../types/prompts.ts'
import type { ReadResourceResult, Resource, ResourceTemplate } from '../../types/resources.ts'
import { lazy, type Schema } from './check.ts'

export const resource: () => Schema<Resource> = lazy(() => z.looseObject({ uri: z.string(), name: z.string() }))

export const resourceTemplate: () => Schema<ResourceTemplate> = lazy(() =>
  z.looseObject({ uriTemplate: z.string(), name: z.string() }),
)

export const readResourceResult: () => Schema<ReadResourceResult> = lazy(() =>
  z.looseObject({ contents: z.array(z.object({ uri: z.string() })) }),
)

export const prompt: () => Schema<Prompt> = lazy(() => z.looseObject({ name: z.string() }))

export const getPromptResult: () => Schema<GetPromptResult> = lazy(() =>
  z.looseObject({ messages: z.array(z.object({ content: z.looseObject({ type: z.string() }) })) }),
)

export const completeResult: () => Schema<{ completion: Completion }> = lazy(() =>
  z.looseObject({ completion: z.object({ values: z.array(z.string()) }) }),
)
