/** The types of a group that follow from what is known of its servers. */
import type { AnyServer, Client } from '../core/index.ts'

/** The servers of a group by name, with their interfaces; without any, nothing is known of them. */
export type AnyServers = Record<never, never>

/** How tools and prompts are named. */
export type GroupNames = 'long' | 'short'

/** The type of `client()` of a group. */
export type GroupClient<Servers> = keyof Servers extends never
  ? AnyMethods['client']
  : (Methods<Servers> & AnyMethods)['client']

// Methods, since a group whose servers are known is used as one of any servers as well.
interface AnyMethods {
  client(name: string): Client | undefined
}

interface Methods<Servers> {
  client<Name extends keyof Servers & string>(
    name: Name,
  ): Client<Servers[Name] extends AnyServer ? Servers[Name] : AnyServer> | undefined
}

/** All servers as one, whose tools and prompts have their names in the group. */
export type GroupTypes<Servers, Names extends GroupNames> = keyof Servers extends never
  ? AnyServer
  : { tools: Members<Servers, 'tools', Names>; prompts: Members<Servers, 'prompts', Names> }

type Members<Servers, List extends string, Names extends GroupNames> = Merged<{
  [Server in keyof Servers & string]: Servers[Server] extends { [Key in List]: infer Types }
    ? {
        [Name in keyof Types & string as NameOf<Server, Name, Names, NamesOfOthers<Servers, Server, List>>]: Types[Name]
      }
    : Record<never, never>
}>

type NamesOfOthers<Servers, Server, List extends string> = {
  [Other in Exclude<keyof Servers, Server>]: Servers[Other] extends { [Key in List]: infer Types } ? keyof Types : never
}[Exclude<keyof Servers, Server>]

/** With short names, the long one is accepted as well: a server that is added later may have a tool of the same name. */
type NameOf<Server extends string, Name extends string, Names extends GroupNames, Others> =
  | LongName<Server, Name>
  | (Names extends 'short' ? (Name extends Others | `${string}${'__' | Odd}${string}` ? never : Name) : never)

/** Characters that the names of MCP may have, but not those for models. */
type Odd = '.' | '/' | ':' | ' '

/** Names that are not for models get a hash, so that nobody writes them. */
type LongName<Server extends string, Name extends string> = Name extends `${string}${Odd}${string}`
  ? `${Server}__${string}`
  : `${Server}__${Name}`

type Merged<Parts> = Flat<Intersection<Parts[keyof Parts]>>

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

type Flat<Type> = { [Name in keyof Type]: Type[Name] }
