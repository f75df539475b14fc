/** Asks the user at the terminal what a server asks for: forms field by field, and pages to visit. */
import { createInterface, type Interface } from 'node:readline/promises'
import type { ElicitAnswer, ElicitRequestParams, Handlers } from 'mcp-over-fetch'
import { isObject } from '../../src/core/util/is-object.ts'
import { cleanLine } from '../command/clean.ts'
import { UsageError } from '../command/errors.ts'
import { bold, dim, type Output, yellow } from '../command/output.ts'
import { openBrowser } from '../connection/open-browser.ts'
import { toNumber } from './numbers.ts'
import { findProblems, type Schema } from './schema.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Undefined without a terminal: then the server is told that nobody can be asked. */
export function createQuestionHandlers(output: Output, env: Env): Handlers | undefined {
  if (!process.stdin.isTTY || !output.isInteractive) return undefined
  /** Questions share one terminal, so each waits for the one before. */
  let last: Promise<unknown> = Promise.resolve()
  return {
    elicit(request, { signal, problems }) {
      const answer = last.then(() => ask(request, signal, problems))
      last = answer.catch(() => {})
      return answer
    },
  }

  async function ask(
    request: ElicitRequestParams,
    signal: AbortSignal,
    problems: Readonly<Record<string, string>> | undefined,
  ): Promise<ElicitAnswer> {
    signal.throwIfAborted()
    const release = output.hold()
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    // readline takes Ctrl-C for itself.
    terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    try {
      output.note()
      output.note(yellow('The server asks: '), bold(cleanLine(request.message)))
      for (const [name, problem] of Object.entries(problems ?? {})) output.note(yellow(`${name}: ${problem}`))
      return request.mode === 'url'
        ? await askToVisit(terminal, request.url, signal)
        : await askForm(terminal, request, signal)
    } finally {
      terminal.close()
      release()
    }
  }

  async function askToVisit(terminal: Interface, url: string, signal: AbortSignal): Promise<ElicitAnswer> {
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { action: 'decline' }
    output.note('It wants you to open ', bold(cleanLine(url)))
    output.note(dim(`The page is on ${new URL(url).host}.`))
    if (!(await confirm(terminal, 'Open it?', signal))) return { action: 'decline' }
    await openBrowser(new URL(url).href, env)
    await terminal.question('Press Enter when you are done. ', { signal })
    return { action: 'accept' }
  }

  async function askForm(
    terminal: Interface,
    { requestedSchema }: Extract<ElicitRequestParams, { requestedSchema: object }>,
    signal: AbortSignal,
  ): Promise<ElicitAnswer> {
    const fields = Object.entries(isObject(requestedSchema?.properties) ? requestedSchema.properties : {})
    const required: unknown[] = Array.isArray(requestedSchema?.required) ? requestedSchema.required : []
    output.note(dim('Enter takes the default or skips an optional field; Ctrl-C cancels.'))
    if (!(await confirm(terminal, fields.length > 0 ? 'Answer?' : 'Accept?', signal))) return { action: 'decline' }
    const content: Record<string, string | number | boolean | string[]> = {}
    for (const [name, schema] of fields) {
      const value = await askField(terminal, name, schema as Schema, required.includes(name), signal)
      if (value !== undefined) content[name] = value as string
    }
    return { action: 'accept', content }
  }

  async function askField(terminal: Interface, name: string, schema: Schema, isRequired: boolean, signal: AbortSignal) {
    const { title, description, default: preset } = schema
    const choices = choicesOf(schema)
    if (typeof description === 'string') output.note(dim(cleanLine(description)))
    for (const [index, choice] of choices.entries()) output.note(`  ${index + 1}  ${cleanLine(choice.title)}`)
    const label = cleanLine(typeof title === 'string' ? title : name, 100)
    const hint = preset === undefined ? (isRequired ? ' (required)' : '') : ` [${cleanLine(String(preset), 60)}]`
    for (;;) {
      const text = (await terminal.question(`${label}${hint}: `, { signal })).trim()
      if (text === '' && preset !== undefined) return preset
      if (text === '' && !isRequired) return undefined
      const { value, reason } = readAnswer(label, text, schema, choices)
      if (reason === undefined) return value
      output.note(yellow(reason))
    }
  }

  async function confirm(terminal: Interface, question: string, signal: AbortSignal): Promise<boolean> {
    const answer = await terminal.question(`${question} [Y/n] `, { signal })
    return /^(y(es)?)?$/i.test(answer.trim())
  }
}

interface Choice {
  value: string
  title: string
}

function choicesOf(schema: Schema): Choice[] {
  const source = schema.type === 'array' && isObject(schema.items) ? schema.items : schema
  const titled = [source.oneOf, source.anyOf].find(Array.isArray) as unknown[] | undefined
  if (titled)
    return titled
      .filter(isObject)
      .map(({ const: value, title }) => ({ value: String(value), title: String(title ?? value) }))
  const names = Array.isArray(source.enumNames) ? source.enumNames : []
  const values = Array.isArray(source.enum) ? source.enum : []
  return values.map((value, index) => ({ value: String(value), title: String(names[index] ?? value) }))
}

function readAnswer(label: string, text: string, schema: Schema, choices: readonly Choice[]) {
  try {
    const value = toValue(label, text, schema, choices)
    const [problem] =
      value === undefined ? [{ reason: `expected ${String(schema.type)}` }] : findProblems(value, schema)
    return { value, reason: problem?.reason }
  } catch (error) {
    if (error instanceof UsageError) return { value: undefined, reason: error.message }
    throw error
  }
}

/** Choices are named by their number or their value; undefined when the text has another type. */
function toValue(label: string, text: string, schema: Schema, choices: readonly Choice[]): unknown {
  const choose = (part: string) => choices[Number(part) - 1]?.value ?? part
  if (schema.type === 'array') return text.split(',').map((part) => choose(part.trim()))
  if (schema.type === 'boolean')
    return /^(y|yes|true)$/i.test(text) ? true : /^(n|no|false)$/i.test(text) ? false : undefined
  if (schema.type === 'number' || schema.type === 'integer') return toNumber(label, text)
  return choices.length > 0 ? choose(text) : text
}
