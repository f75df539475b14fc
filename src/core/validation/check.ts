/** Checks what arrived at the border, once, and keeps it as it is. */
import type * as z from 'zod/mini'
import { InvalidMessageError } from '../errors.ts'
import { withoutNulls } from './remove-nulls.ts'

/** Accepts every T. It looks only at what the client itself relies on. */
export interface Schema<T> {
  safeParse(value: unknown): { error?: { issues: { path: PropertyKey[] }[] } | undefined }
  /** Never there; ties the type to the schema. */
  readonly accepts?: T
}

/** Schemas are made at first use: making them at import would cost every cold start. */
export function lazy<S extends z.ZodMiniType, T extends z.input<S>>(create: () => S): () => Schema<T> {
  let made: S | undefined
  return () => {
    made ??= create()
    return made
  }
}

/** The very object that came in, now with a type. */
export function check<T>(schema: Schema<T>, value: unknown, what: string): T {
  const { error } = schema.safeParse(withoutNulls(value))
  if (!error) return value as T
  const path = error.issues[0]?.path.join('.')
  throw new InvalidMessageError(
    `Expected ${what}, got an object with ${path ? `a wrong "${path}"` : 'another shape'}`,
    {
      delivery: 'answered',
      result: value,
    },
  )
}
