/** Approvals that are remembered for exactly what was approved: one user, server, tool, definition and arguments. */
import { systemEnvironment } from '../core/util/environment.ts'
import { copyJson } from './copy-json.ts'
import { diffTool, type ToolChange } from './diff-tools.ts'
import { canonicalJson, fingerprint, hashOf } from './fingerprint.ts'
import type { ApproveContext, ModelTool, ModelToolsOptions, SourceTool } from './types.ts'

/**
 * Where approvals are kept. Writes happen only if the stored value is still the expected one, so that tabs and Workers can
 * share it. `idbStore()`, `memoryStore()` and `durableStore()` of the sign-in entries are such stores.
 */
export interface ApprovalStore {
  /** The value of a key, or undefined. */
  get(key: string): unknown
  /** Returns false and changes nothing if the stored value is not the `expected` one (compared as JSON); `null` expects none. */
  set(key: string, value: unknown, expected?: unknown): boolean | Promise<boolean>
}

/** What is approved, or not. */
export interface ApprovalRequest {
  /** The tool, as the model knows it. */
  tool: ModelTool
  /** What the server gets. */
  args: object
  /** The definition that is in use now. */
  definition: SourceTool
  /** Who is signed in. */
  principal: string
  /** Where the call goes. */
  server: string
  /** What differs from the definition that the model read, or that was approved before, in lines for people. */
  changes: readonly ToolChange[]
  /** The arguments that differ from those approved last. Undefined if there was no approval of this tool. */
  changedArguments: readonly string[] | undefined
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal | undefined
}

/** An answer that may hold for later calls. */
export interface ApprovalDecision {
  /** Whether this call may be made. */
  allow: boolean
  /** Holds for the same call again: for so many milliseconds, and so many calls after this one. @default not remembered */
  remember?: { for: number; uses?: number | undefined } | undefined
}

/** The options of `approvals()`. */
export interface ApprovalsOptions {
  /** Asks the user. */
  ask(request: ApprovalRequest): boolean | ApprovalDecision | Promise<boolean | ApprovalDecision>
  /** Identifies who is signed in: nobody else can use the approvals. */
  principal: string | (() => string | Promise<string>)
  /** Identifies the server by what you know of it, such as its URL. Never by what it says of itself. */
  server: string | ((tool: SourceTool) => string)
  /** The part of the arguments that an approval holds for. @default all of them */
  bind?: ((tool: SourceTool, args: object) => unknown) | undefined
  /** Where approvals are kept. @default memory */
  store?: ApprovalStore | undefined
}

/** One approval, as it is stored. Everything in it has to be the same for a call to be made. */
interface Approval {
  principal: string
  server: string
  tool: string
  /** The fingerprint. */
  definition: string
  /** The hash of the arguments, or of what `bind` makes of them. */
  args: string
  allow: boolean
  expires: number
  /** Null: any number. */
  uses: number | null
}

interface Stored {
  approvals: Approval[]
  /** What was approved last, to say what changed. */
  last: { definition: SourceTool; members: Record<string, string> }
}

/** Of one tool. */
const MAX_APPROVALS = 50

/** Definitions that change while somebody decides, and writes of others between a read and a write. */
const MAX_ATTEMPTS = 10

/**
 * For the option `approve`: asks, and remembers what was approved. A remembered approval holds for the same principal, server,
 * tool, definition and arguments; whatever else is asked again, with what changed.
 *
 * @example
 * const approve = approvals({
 *   principal: 'ada',
 *   server: url,
 *   ask: ({ tool, args }) => ({ allow: confirm(`${tool.name} ${JSON.stringify(args)}?`), remember: { for: 3_600_000 } }),
 * })
 * const tools = await modelTools(client, { approve })
 */
export function approvals(options: ApprovalsOptions): NonNullable<ModelToolsOptions['approve']> {
  const store = options.store ?? createMemory()
  const { now } = systemEnvironment
  return async (tool, args, context) => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const call = await describeCall(tool, args, context)
      const answer = (await recall(call)) ?? (await ask(tool, args, call, context))
      // While somebody decided, another user may have signed in, or the tool may be another one.
      if (!answer || isFor((await describeCall(tool, args, context)).approval, call.approval)) return answer
    }
    return false
  }

  async function describeCall({ definition: known }: ModelTool, args: object, { current }: ApproveContext) {
    const definition = (await current()) ?? known
    const { principal, server, bind } = options
    const approval = {
      principal: typeof principal === 'string' ? principal : await principal(),
      server: typeof server === 'string' ? server : server(definition),
      tool: definition.name,
      definition: await fingerprint(definition),
      args: await hashOf(bind ? bind(definition, args) : args),
    }
    // Without them an approval would hold for everybody, or everywhere.
    if (!approval.principal || !approval.server)
      throw new TypeError('approvals: principal and server must not be empty')
    const key = await hashOf(['approvals', approval.principal, approval.server, approval.tool])
    return { key, approval, definition }
  }

  /** The remembered answer, if there is one; it is used up by that. */
  async function recall({ key, approval }: Call): Promise<boolean | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = (await store.get(key)) as Stored | undefined
      const found = stored?.approvals.find((one) => isFor(one, approval) && one.expires > now() && one.uses !== 0)
      if (!stored || !found) return undefined
      if (found.uses === null) return found.allow
      const used = stored.approvals.map((one) => (one === found ? { ...one, uses: found.uses! - 1 } : one))
      if (await store.set(key, { ...stored, approvals: used }, stored)) return found.allow
    }
    return undefined
  }

  async function ask(tool: ModelTool, args: object, call: Call, { signal }: ApproveContext): Promise<boolean> {
    const { key, approval, definition } = call
    const { principal, server } = approval
    const last = ((await store.get(key)) as Stored | undefined)?.last
    const members = await hashMembers(args)
    const known = last?.definition ?? tool.definition
    const changes = approval.definition === (await fingerprint(known)) ? [] : diffTool(known, definition)
    const changedArguments = last && changedKeys(last.members, members)
    const answer = await options.ask({
      tool,
      // A copy: what is approved is what is sent.
      args: copyJson(args),
      definition,
      principal,
      server,
      changes,
      changedArguments,
      signal,
    })
    const { allow, remember } = typeof answer === 'boolean' ? { allow: answer } : (answer as ApprovalDecision)
    if (remember) {
      const { for: milliseconds, uses = Number.POSITIVE_INFINITY } = remember
      // Stores keep JSON, which has no infinity.
      const expires = Math.min(now() + milliseconds, Number.MAX_SAFE_INTEGER)
      const record = {
        ...approval,
        allow,
        expires,
        uses: uses === Number.POSITIVE_INFINITY ? null : Math.max(uses, 0) || 0,
      }
      await add(key, record, { definition, members })
    }
    return allow
  }

  async function add(key: string, record: Approval, last: Stored['last']): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = (await store.get(key)) as Stored | undefined
      const others = (stored?.approvals ?? []).filter((one) => !isFor(one, record) && one.expires > now())
      const approvals = [...others.slice(1 - MAX_APPROVALS), record]
      if (await store.set(key, { approvals, last }, stored ?? null)) return
    }
  }
}

type Call = {
  key: string
  approval: Omit<Approval, 'allow' | 'expires' | 'uses'>
  definition: SourceTool
}

function isFor(one: Call['approval'], other: Call['approval']): boolean {
  return (['principal', 'server', 'tool', 'definition', 'args'] as const).every((name) => one[name] === other[name])
}

async function hashMembers(args: object): Promise<Record<string, string>> {
  const hashed = Object.entries(args).map(async ([key, value]) => [key, await hashOf(value)])
  return Object.fromEntries(await Promise.all(hashed))
}

function changedKeys(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => before[key] !== after[key])
}

function createMemory(): ApprovalStore {
  const values = new Map<string, string>()
  const read = (key: string): unknown => {
    const text = values.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  }
  return {
    get: read,
    set(key, value, expected) {
      if (expected !== undefined && canonicalJson(read(key)) !== canonicalJson(expected)) return false
      values.set(key, JSON.stringify(value))
      return true
    },
  }
}
