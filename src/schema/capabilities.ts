/** The capabilities of clients and servers. */
import * as z from 'zod/mini'
import type { ClientCapabilities, ServerCapabilities } from '../types/lifecycle.ts'
import { object, optional, perRevision, when, wire } from './define.ts'
import type { Revision } from './revisions.ts'

/** The settings of a capability, which may be empty. */
const settings = object({})
const byName = z.record(z.string(), settings)
const listChanged = { listChanged: optional(z.boolean()) }
/** 2025-11-25. */
const taskMethods = { list: optional(settings), cancel: optional(settings) }

export const clientCapabilities: (at: Revision) => z.ZodMiniType<ClientCapabilities> = perRevision((at) => {
  const taskRequests = object({
    sampling: optional(object({ createMessage: optional(settings) })),
    elicitation: optional(object({ create: optional(settings) })),
  })
  return wire<ClientCapabilities>()(
    object({
      experimental: optional(byName),
      extensions: when(at.stateless, optional(byName)),
      roots: optional(object({ listChanged: when(at.handshake, listChanged.listChanged) })),
      sampling: optional(
        object({ context: when(at.icons, optional(settings)), tools: when(at.icons, optional(settings)) }),
      ),
      elicitation: when(
        at.titles,
        optional(object({ form: when(at.icons, optional(settings)), url: when(at.icons, optional(settings)) })),
      ),
      tasks: when(at.coreTasks, optional(object({ ...taskMethods, requests: optional(taskRequests) }))),
    }),
  )
})

export const serverCapabilities: (at: Revision) => z.ZodMiniType<ServerCapabilities> = perRevision((at) => {
  const taskRequests = object({ tools: optional(object({ call: optional(settings) })) })
  return wire<ServerCapabilities>()(
    object({
      experimental: optional(byName),
      extensions: when(at.stateless, optional(byName)),
      logging: optional(settings),
      completions: when(at.audio, optional(settings)),
      prompts: optional(object(listChanged)),
      resources: optional(object({ ...listChanged, subscribe: optional(z.boolean()) })),
      tools: optional(object(listChanged)),
      tasks: when(at.coreTasks, optional(object({ ...taskMethods, requests: optional(taskRequests) }))),
    }),
  )
})
