/** Checks a result of the server against a schema, after removing its null members. */
import type * as z from 'zod/mini'
import { InvalidMessageError } from '../errors.ts'
import { removeNulls } from './remove-nulls.ts'

/** Accepts every T. It covers only those members that the client itself relies on. */
export interface Schema<T> {
  safeParse(value: unknown): { error?: { issues: { path: PropertyKey[] }[] } | undefined }
  /** Exists only in the type, to tie T to the schema. */
  readonly accepts?: T
}

/** The members that a schema names; the types of results have no others. */
type Named<T> = T extends readonly (infer Item)[]
  ? Named<Item>[]
  : T extends object
    ? { [K in keyof T as string extends K ? never : K]: Named<T[K]> }
    : T

/** Creates the schema at its first use: creating all of them at import would slow every cold start. */
export function lazy<S extends z.ZodMiniType, T extends Named<z.input<S>>>(create: () => S): () => Schema<T> {
  let schema: S | undefined
  return () => {
    schema ??= create()
    return schema
  }
}

/** Returns the same object, with a type and without null members. Throws InvalidMessageError if it does not fit. */
export function check<T>(schema: Schema<T>, value: unknown, what: string): T {
  const { error } = schema.safeParse(removeNulls(value))
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
