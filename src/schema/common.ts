/** What many messages contain: ids, metadata, icons, annotations, params of requests, members of results. */
import * as z from 'zod/mini'
import type { Annotations } from '../types/content.ts'
import type { RequestId } from '../types/jsonrpc.ts'
import type { Icon, Implementation } from '../types/lifecycle.ts'
import type { LoggingLevel } from '../types/notifications.ts'
import type { RequestMeta } from '../types/request-params.ts'
import { clientCapabilities } from './capabilities.ts'
import { object, optional, perRevision, requiredOrOptional, requiredWhen, when, wire } from './define.ts'
import type { Revision } from './revisions.ts'

export type Schema<T> = z.ZodMiniType<T>

/** An integer if it is a number (basic/index, requests). */
export const requestId: Schema<RequestId> = wire<RequestId>()(z.union([z.string(), z.int()]))

export const meta: Schema<Record<string, unknown>> = z.record(z.string(), z.unknown())

export const role: Schema<'user' | 'assistant'> = z.enum(['user', 'assistant'])

/** From 0 to 1. */
export const priority: Schema<number> = z.number().check(z.gte(0), z.lte(1))

export const stringMap: Schema<Record<string, string>> = z.record(z.string(), z.string())

export const loggingLevel: Schema<LoggingLevel> = wire<LoggingLevel>()(
  z.enum(['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']),
)

export const icon: Schema<Icon> = wire<Icon>()(
  object({
    src: z.string(),
    mimeType: optional(z.string()),
    sizes: optional(z.array(z.string())),
    theme: optional(z.enum(['light', 'dark'])),
  }),
)

export const annotations: (at: Revision) => Schema<Annotations> = perRevision((at) => {
  return wire<Annotations>()(
    object({
      audience: optional(z.array(role)),
      priority: optional(priority),
      lastModified: when(at.titles, optional(z.string())),
    }),
  )
})

export const implementation: (at: Revision) => Schema<Implementation> = perRevision((at) => {
  return wire<Implementation>()(
    object({
      name: z.string(),
      version: z.string(),
      title: when(at.titles, optional(z.string())),
      description: when(at.icons, optional(z.string())),
      websiteUrl: when(at.icons, optional(z.string())),
      icons: when(at.icons, optional(z.array(icon))),
    }),
  )
})

type Optional<T> = z.ZodMiniExactOptional<Schema<T>>

/** The title, description, icons and `_meta` of something that has a name. */
export function naming(at: Revision): {
  name: z.ZodMiniString
  title: Optional<string>
  description: Optional<string>
  icons: Optional<Icon[]>
  _meta: Optional<Record<string, unknown>>
} {
  return {
    name: z.string(),
    title: when(at.titles, optional(z.string())),
    description: optional(z.string()),
    icons: when(at.icons, optional(z.array(icon))),
    _meta: when(at.titles, optional(meta)),
  }
}

/** What `_meta` of a request contains. */
export const requestMetaObject: (at: Revision) => Schema<RequestMeta> = perRevision((at) => {
  return wire<RequestMeta>()(
    object({
      progressToken: optional(requestId),
      'io.modelcontextprotocol/protocolVersion': requiredWhen(at.stateless, z.string()),
      'io.modelcontextprotocol/clientCapabilities': requiredWhen(at.stateless, clientCapabilities(at)),
      'io.modelcontextprotocol/clientInfo': when(at.stateless, optional(implementation(at))),
      'io.modelcontextprotocol/logLevel': when(at.stateless, optional(loggingLevel)),
    }),
  )
})

/** `_meta` of a request. It is required where every request is independent. */
export const requestMeta: (at: Revision) => Optional<RequestMeta> = perRevision((at) => {
  return requiredOrOptional(at.stateless, requestMetaObject(at))
})

/** The members of `_meta` of results. */
export function resultMetaMembers(at: Revision): { 'io.modelcontextprotocol/serverInfo': Optional<Implementation> } {
  return { 'io.modelcontextprotocol/serverInfo': when(at.stateless, optional(implementation(at))) }
}

/** The members that every result has. */
export function result(at: Revision): { _meta: Optional<Record<string, unknown>>; resultType: Optional<'complete'> } {
  return {
    _meta: optional(object(resultMetaMembers(at))),
    resultType: requiredWhen(at.stateless, z.literal('complete')),
  }
}

/** The members of results that may be cached. */
export function cacheable(
  at: Revision,
): ReturnType<typeof result> & { ttlMs: Optional<number>; cacheScope: Optional<'public' | 'private'> } {
  return {
    ...result(at),
    ttlMs: requiredWhen(at.stateless, z.int().check(z.gte(0))),
    cacheScope: requiredWhen(at.stateless, z.enum(['public', 'private'])),
  }
}

/** The members of the pages of a list. */
export function paginated(at: Revision): ReturnType<typeof cacheable> & { nextCursor: Optional<string> } {
  return { ...cacheable(at), nextCursor: optional(z.string()) }
}

export const taskMetadata: Schema<{ ttl?: number }> = wire<{ ttl?: number }>()(object({ ttl: optional(z.number()) }))

/** The member of params that asks to run the request as a task. */
export function taskAugmentation(at: Revision): { task: Optional<{ ttl?: number }> } {
  return { task: when(at.coreTasks, optional(taskMetadata)) }
}
