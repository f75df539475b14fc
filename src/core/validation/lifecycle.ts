/** Shapes of the results of `initialize` and `server/discover`. */
import * as z from 'zod/mini'
import type { DiscoverResult, InitializeResult } from '../../types/lifecycle.ts'
import { lazy, type Schema } from './check.ts'

const common = () => ({ capabilities: z.optional(z.looseObject({})), instructions: z.optional(z.string()) })

export const initializeResult: () => Schema<InitializeResult> = lazy(() =>
  z.looseObject({
    ...common(),
    protocolVersion: z.string(),
    serverInfo: z.optional(z.looseObject({ name: z.string(), version: z.string() })),
  }),
)

export const discoverResult: () => Schema<DiscoverResult> = lazy(() =>
  z.looseObject({ ...common(), supportedVersions: z.array(z.string()) }),
)
