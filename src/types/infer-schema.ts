/** The type of the values of a JSON Schema that is written in the program. */

/**
 * The type of the values of a JSON Schema that was written `as const`. What its type does not tell is `unknown`.
 *
 * @example
 * const page = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } as const
 * const index: InferSchema<typeof page> = { title: 'Index' }
 */
export type InferSchema<Schema> = Infer<Schema, Schema>

type Infer<Schema, Root> = Schema extends false
  ? never
  : // A schema of which only the interface is known.
    string extends keyof Schema
    ? unknown
    : Schema extends { readonly nullable: true }
      ? Parts<Schema, Root> | null
      : Parts<Schema, Root>

/** A part that says nothing is `unknown`, which changes nothing. */
type Parts<Schema, Root> = Own<Schema, Root> &
  (Schema extends { readonly $ref: infer Ref } ? Referred<Ref, Root> : unknown) &
  (Schema extends { readonly anyOf: readonly (infer Branch)[] } ? Branches<Branch, Root> : unknown) &
  (Schema extends { readonly oneOf: readonly (infer Branch)[] } ? Branches<Branch, Root> : unknown) &
  (Schema extends { readonly allOf: infer All } ? AllOf<All, Root> : unknown)

/** One after the other. */
type Branches<Branch, Root> = Branch extends unknown ? Infer<Branch, Root> : never

type AllOf<All, Root> = All extends readonly [infer First, ...infer Rest]
  ? Infer<First, Root> & AllOf<Rest, Root>
  : unknown

type Referred<Ref, Root> = Ref extends '#'
  ? Infer<Root, Root>
  : Ref extends `#/${infer Section extends '$defs' | 'definitions'}/${infer Name}`
    ? Root extends { readonly [Key in Section]: { readonly [Key in Name]: infer Target } }
      ? Infer<Target, Root>
      : unknown
    : unknown

type Own<Schema, Root> = Schema extends { readonly const: infer Value }
  ? Mutable<Value>
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Mutable<Value>
    : Schema extends { readonly type: readonly (infer Type)[] }
      ? OfType<Type, Schema, Root>
      : Schema extends { readonly type: infer Type }
        ? OfType<Type, Schema, Root>
        : Schema extends { readonly properties: unknown } | { readonly required: unknown }
          ? OfObject<Schema, Root>
          : Schema extends { readonly items: unknown } | { readonly prefixItems: unknown }
            ? OfArray<Schema, Root>
            : unknown

interface Primitives {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type OfType<Type, Schema, Root> = Type extends keyof Primitives
  ? Primitives[Type]
  : Type extends 'object'
    ? OfObject<Schema, Root>
    : Type extends 'array'
      ? OfArray<Schema, Root>
      : unknown

type OfArray<Schema, Root> = Schema extends { readonly prefixItems: infer Items extends readonly unknown[] }
  ? OfTuple<Items, Root, Schema extends { readonly items: infer Rest } ? Rest : unknown>
  : Schema extends { readonly items: infer Items extends readonly unknown[] }
    ? OfTuple<Items, Root, Schema extends { readonly additionalItems: infer Rest } ? Rest : unknown>
    : Schema extends { readonly items: infer Item }
      ? Infer<Item, Root>[]
      : unknown[]

type OfTuple<Items extends readonly unknown[], Root, Rest> = Rest extends false
  ? Partial<OfItems<Items, Root>>
  : [...Partial<OfItems<Items, Root>>, ...Infer<Rest, Root>[]]

type OfItems<Items extends readonly unknown[], Root> = { -readonly [Index in keyof Items]: Infer<Items[Index], Root> }

type OfObject<Schema, Root> = Schema extends { readonly properties: infer Members }
  ? Members extends Record<string, never>
    ? OfRest<Schema, Root>
    : Schema extends { readonly additionalProperties: infer Rest }
      ? Rest extends false
        ? OfMembers<Members, RequiredOf<Schema>, Root>
        : OfMembers<Members, RequiredOf<Schema>, Root> & { [name: string]: unknown }
      : OfMembers<Members, RequiredOf<Schema>, Root>
  : [RequiredOf<Schema>] extends [never]
    ? OfRest<Schema, Root>
    : OfRest<Schema, Root> & { [Name in RequiredOf<Schema>]: unknown }

type OfRest<Schema, Root> = Schema extends { readonly additionalProperties: infer Rest }
  ? { [name: string]: Infer<Rest, Root> }
  : { [name: string]: unknown }

/** In one object, so that editors show it as it is. */
type OfMembers<Members, Required, Root> = Flat<
  { -readonly [Name in keyof Members as Name extends Required ? Name : never]: Infer<Members[Name], Root> } & {
    -readonly [Name in keyof Members as Name extends Required ? never : Name]?: Infer<Members[Name], Root>
  }
>

type Flat<Type> = { [Name in keyof Type]: Type[Name] }

/** None, if the type does not tell them. */
type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never

type Mutable<Value> = Value extends object ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> } : Value
