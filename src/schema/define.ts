/** Tools for writing schemas: members that only some revisions have, and schemas that agree with their wire types. */
import * as z from 'zod/mini'
import type { Revision } from './revisions.ts'

/** A schema, or what contains some, in the revisions with a certain fact; in others it is left out. Has the type of both. */
export function when<S>(fact: boolean | undefined, schema: S): S {
  return (fact ? schema : undefined) as S
}

/** A member that some revisions require and others do not have. Its type is that of an optional member. */
export function requiredWhen<S extends z.core.SomeType>(
  fact: boolean | undefined,
  schema: S,
): z.ZodMiniExactOptional<S> {
  return when(fact, schema) as unknown as z.ZodMiniExactOptional<S>
}

/** A member that some revisions require, and that is optional in others. */
export function requiredOrOptional<S extends z.core.SomeType>(
  isRequired: boolean | undefined,
  schema: S,
): z.ZodMiniExactOptional<S> {
  return (isRequired ? schema : z.exactOptional(schema)) as z.ZodMiniExactOptional<S>
}

export function optional<S extends z.core.SomeType>(schema: S): z.ZodMiniExactOptional<S> {
  return z.exactOptional(schema)
}

/** An object with these members, where they are not left out. Unknown members are kept: all objects of MCP are open. */
export function object<S extends z.core.$ZodLooseShape>(
  shape: S,
): z.ZodMiniObject<z.core.util.Writeable<S>, z.core.$loose> {
  return z.looseObject(present(shape) as S)
}

/** One of these schemas, where they are not left out. */
export function oneOf<S extends readonly z.core.SomeType[]>(...options: S): z.ZodMiniUnion<S> {
  return z.union(options.filter(Boolean) as unknown as S)
}

/** One of these objects, which differ in their `type`; so an issue names the member that is wrong. */
export function byType<S extends readonly z.core.SomeType[]>(...options: S): z.ZodMiniUnion<S> {
  const objects = options.filter(Boolean) as unknown as [z.core.$ZodTypeDiscriminable]
  return z.discriminatedUnion('type', objects) as unknown as z.ZodMiniUnion<S>
}

/** Creates what a function returns once for each revision, since many schemas contain it. */
export function perRevision<T>(create: (at: Revision) => T): (at: Revision) => T {
  const created = new Map<Revision, T>()
  return (at) => {
    const value = created.get(at) ?? create(at)
    created.set(at, value)
    return value
  }
}

/** Without what is left out. */
export function present<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as T
}

/** A type without its index signatures, also in its members: there they only say that unknown members are kept. */
export type Named<T> = T extends readonly (infer Item)[]
  ? Named<Item>[]
  : T extends object
    ? { [K in keyof T as string extends K ? never : number extends K ? never : K]: Named<T[K]> }
    : T

/** The schema itself, if it allows every T and knows no other members than T has. */
type Agreeing<T, S extends z.core.SomeType> = [Named<T>] extends [Named<z.output<S>>]
  ? [keyof Named<z.output<S>>] extends [keyof Named<T>]
    ? S
    : { 'the wire type does not have': Exclude<keyof Named<z.output<S>>, keyof Named<T>> }
  : { 'the schema does not allow': T }

/** Ties a schema to its wire type: it compiles only if both agree, in either direction. */
export function wire<T>(): <S extends z.ZodMiniType<T>>(schema: S & Agreeing<T, S>) => z.ZodMiniType<T> {
  return (schema) => schema as z.ZodMiniType<T>
}
