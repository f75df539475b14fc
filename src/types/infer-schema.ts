/** The type of the values of a JSON Schema that is written in the program. */

/**
 * The type of the values of a JSON Schema that was written `as const`. What types cannot express makes it wider.
 *
 * @example
 * const page = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } as const
 * const index: InferSchema<typeof page> = { title: 'Index' }
 */
export type InferSchema<Schema> = Infer<Schema, Schema, '#'>

/**
 * `Open` are the references that led here, each of which may be followed once: members and items begin anew. `Outer` is the
 * `type` of the schema around it, which is about the same value.
 */
type Infer<Schema, Root, Open = never, Outer = unknown> = Schema extends false
  ? never
  : // A schema of which only the interface is known.
    string extends keyof Schema
    ? unknown
    : Schema extends { readonly nullable: true }
      ? Parts<Schema, Root, Open, TypeOf<Schema, Outer>> | null
      : Parts<Schema, Root, Open, TypeOf<Schema, Outer>>

/** A part that says nothing is `unknown`, which changes nothing. */
type Parts<Schema, Root, Open, Type> = Schema extends { readonly $ref: infer Ref }
  ? // Before 2019, what stands beside a reference means nothing.
    Root extends { readonly $schema: `${string}draft-0${3 | 4 | 5 | 6 | 7}${string}` }
    ? Referred<Ref, Root, Open, unknown>
    : Referred<Ref, Root, Open, Type> & Beside<Schema, Root, Open, Type>
  : Beside<Schema, Root, Open, Type>

type Beside<Schema, Root, Open, Type> = Own<Schema, Root, Open, Type> &
  (Schema extends { readonly anyOf: readonly (infer Branch)[] } ? Branches<Branch, Root, Open, Type> : unknown) &
  (Schema extends { readonly oneOf: readonly (infer Branch)[] } ? Branches<Branch, Root, Open, Type> : unknown) &
  (Schema extends { readonly allOf: infer All } ? AllOf<All, Root, Open, Type> : unknown)

/** One after the other. */
type Branches<Branch, Root, Open, Type> = Branch extends unknown ? Infer<Branch, Root, Open, Type> : never

type AllOf<All, Root, Open, Type> = All extends readonly [infer First, ...infer Rest]
  ? Infer<First, Root, Open, Type> & AllOf<Rest, Root, Open, Type>
  : unknown

type Referred<Ref, Root, Open, Type> = Ref extends Open
  ? unknown
  : Ref extends '#'
    ? Infer<Root, Root, Open | Ref, Type>
    : Ref extends `#/${infer Section extends '$defs' | 'definitions'}/${infer Name}`
      ? Root extends { readonly [Key in Section]: { readonly [Key in Name]: infer Target } }
        ? Infer<Target, Root, Open | Ref, Type>
        : unknown
      : unknown

/** A union of names; `unknown` where nobody says. */
type TypeOf<Schema, Outer> = Schema extends { readonly type: readonly (infer Type)[] }
  ? Type
  : Schema extends { readonly type: infer Type }
    ? Type
    : Outer

type Own<Schema, Root, Open, Type> = Schema extends { readonly const: infer Value }
  ? Mutable<Value>
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Mutable<Value>
    : Schema extends { readonly type: unknown }
      ? OfType<Type, Schema, Root, Open>
      : Schema extends { readonly properties: unknown } | { readonly required: unknown }
        ? OfType<unknown extends Type ? 'object' : Type, Schema, Root, Open>
        : Schema extends { readonly items: unknown } | { readonly prefixItems: unknown }
          ? OfType<unknown extends Type ? 'array' : Type, Schema, Root, Open>
          : unknown

interface Primitives {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type OfType<Type, Schema, Root, Open> = Type extends keyof Primitives
  ? Primitives[Type]
  : Type extends 'object'
    ? OfObject<
        Schema,
        Root,
        Schema extends { readonly properties: infer Members } ? Members : unknown,
        RequiredOf<Schema>
      >
    : Type extends 'array'
      ? OfArray<Schema, Root, Open>
      : unknown

type OfArray<Schema, Root, Open> = Schema extends { readonly prefixItems: infer Items extends readonly unknown[] }
  ? OfTuple<Items, Root, Open, Schema extends { readonly items: infer Rest } ? Rest : unknown>
  : Schema extends { readonly items: infer Items extends readonly unknown[] }
    ? OfTuple<Items, Root, Open, Schema extends { readonly additionalItems: infer Rest } ? Rest : unknown>
    : Schema extends { readonly items: infer Item }
      ? Infer<Item, Root>[]
      : unknown[]

/** Compilers look at the items of tuples at once, so that references in a circle end there as well. */
type OfTuple<Items extends readonly unknown[], Root, Open, Rest> = Rest extends false
  ? Partial<OfItems<Items, Root, Open>>
  : [...Partial<OfItems<Items, Root, Open>>, ...Infer<Rest, Root, Open>[]]

type OfItems<Items extends readonly unknown[], Root, Open> = {
  -readonly [Index in keyof Items]: Infer<Items[Index], Root, Open>
}

/** An object without any names is a map. */
type OfObject<Schema, Root, Members, Required> = [keyof Members | Required] extends [never]
  ? { [name: string]: OfOthers<Schema, Root> }
  : Flat<OfMembers<Members, Required, Root> & (HasOthers<Schema> extends true ? Others : unknown)>

type OfMembers<Members, Required, Root> = {
  -readonly [Name in keyof Members as Name extends Required ? Name : never]: Infer<Members[Name], Root>
} & { -readonly [Name in keyof Members as Name extends Required ? never : Name]?: Infer<Members[Name], Root> } & {
  [Name in Exclude<Required, keyof Members> & string]: unknown
}

/** The named members have to fit as well. */
interface Others {
  [name: string]: unknown
}

/** Whether there are members without a name in the schema: if it says so, and next to conditions. */
type HasOthers<Schema> = Schema extends { readonly patternProperties: unknown }
  ? true
  : Schema extends { readonly additionalProperties: infer Rest }
    ? Rest extends false
      ? false
      : true
    : Schema extends Conditions
      ? true
      : Schema extends { readonly unevaluatedProperties: infer Rest }
        ? Rest extends false
          ? false
          : true
        : false

type Conditions =
  | { readonly if: unknown }
  | { readonly dependentSchemas: unknown }
  | { readonly dependentRequired: unknown }
  | { readonly dependencies: unknown }

/** The members of a map, of which any pattern may be about any. */
type OfOthers<Schema, Root> = Schema extends { readonly additionalProperties: infer Rest }
  ?
      | Infer<Rest, Root>
      | (Schema extends { readonly patternProperties: infer Patterns } ? OfPatterns<Patterns, Root> : never)
  : unknown

type OfPatterns<Patterns, Root> = { [Pattern in keyof Patterns]: Infer<Patterns[Pattern], Root> }[keyof Patterns]

/** One object, so that editors and messages show it as it is. They would show the name of a type that is not a condition. */
type Flat<Type> = Type extends infer All ? { [Name in keyof All]: All[Name] } : never

/** None, if the type does not tell them. */
type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name extends string)[] }
  ? string extends Name
    ? never
    : Name
  : never

type Mutable<Value> = Value extends object ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> } : Value
