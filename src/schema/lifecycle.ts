/** The handshake's answer. */
import * as z from 'zod/mini'
import type { InitializeResult } from '../types/lifecycle.ts'
import { lazy, type Schema } from './check.ts'

export const initializeResult: () => Schema<InitializeResult> = lazy(() =>
  z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.optional(z.looseObject({})),
    serverInfo: z.optional(z.looseObject({ name: z.string(), version: z.string() })),
    instructions: z.optional(z.string()),
  }),
)
