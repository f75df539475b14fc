/** Shapes of tools and their results. */
import * as z from 'zod/mini'
import type { CallToolResult, Tool } from '../../types/tools.ts'
import { lazy, type Schema } from './check.ts'

export const tool: () => Schema<Tool> = lazy(() => z.looseObject({ name: z.string(), inputSchema: z.looseObject({}) }))

export const callToolResult: () => Schema<CallToolResult> = lazy(() =>
  z.looseObject({
    content: z.array(z.looseObject({ type: z.string() })),
    isError: z.optional(z.boolean()),
  }),
)
