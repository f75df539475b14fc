/** JSON numbers with all the digits they were written with: JavaScript numbers lose those of integers beyond 2^53. */

/** A number that JavaScript cannot hold, as its digits. `JSON.stringify` writes them unchanged. */
export interface ExactNumber {
  readonly rawJSON: string
}

interface ExactJson {
  rawJSON?: (text: string) => ExactNumber
  isRawJSON?: (value: unknown) => boolean
}

/** Some engines have neither: there a number that would change is refused, or stays text. */
const { rawJSON, isRawJSON } = JSON as ExactJson

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Only texts with long numbers or exponents are worth a closer look. */
const MAY_LOSE = /[\d.]{16}|\d[eE]/

/** Longer numbers are not compared, since that takes long; they are kept as their digits. */
const MAX_COMPARED = 1_000

export function isExactNumber(value: unknown): value is ExactNumber {
  return isRawJSON?.(value) === true
}

/** Undefined when it is not a JSON number. Without a value, this engine cannot send all its digits. */
export function readNumber(text: string): { value: number | ExactNumber | undefined } | undefined {
  if (!NUMBER.test(text)) return undefined
  return { value: isKept(text) ? Number(text) : rawJSON?.(text) }
}

/** For comparisons with other numbers, which JavaScript makes exactly between integers of both types. */
export function comparable(value: number | ExactNumber): number | bigint {
  if (typeof value === 'number') return value
  const { rawJSON: text } = value
  return /^-?\d+$/.test(text) && text.length <= MAX_COMPARED ? BigInt(text) : Number(text)
}

/** Like `JSON.parse`, but no number loses digits: one that would is exact, or text where the engine has no such numbers. */
export function parseExactJson(text: string): unknown {
  if (!MAY_LOSE.test(text)) return JSON.parse(text)
  if (rawJSON) return JSON.parse(text, keepDigits)
  return JSON.parse(text.replace(TOKENS, (token) => (isLost(token) ? JSON.stringify(token) : token)))
}

/** Undefined when it is not JSON. */
export function tryParseExactJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** The first number of a JSON text that this engine would change. */
export function findLostNumber(text: string): string | undefined {
  if (rawJSON || !MAY_LOSE.test(text)) return undefined
  for (const [token] of text.matchAll(TOKENS)) if (isLost(token)) return token
  return undefined
}

export function describeLost(number: string): string {
  return `This browser would send ${number.slice(0, 40)} as ${Number(number)}. A newer browser keeps all digits.`
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && !isKept(source) ? rawJSON?.(source) : value
}

/** Strings and numbers: digits inside of strings are no numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

const isLost = (token: string) => token[0] !== '"' && NUMBER.test(token) && !isKept(token)

/** Whether JavaScript writes the same number again. */
function isKept(text: string): boolean {
  if (text.length > MAX_COMPARED) return false
  const number = Number(text)
  return Number.isFinite(number) && canonical(text) === canonical(String(number))
}

/** A number without the zeros and the exponent that it can be written without. */
function canonical(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '0' : `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}
