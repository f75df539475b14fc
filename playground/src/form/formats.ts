/** The formats of text that a form knows: what each asks for, in words, and whether a text has it. */

interface Format {
  words: string
  fits(text: string): boolean
}

const matches = (pattern: RegExp) => (text: string) => pattern.test(text)

const isDate = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?'
const OFFSET = '(z|[+-]([01]\\d|2[0-3]):[0-5]\\d)'
const DATE_TIME = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)t${CLOCK}${OFFSET}$`, 'i')
/** Many servers mean a time of day without an offset, though the format asks for one. */
const TIME = new RegExp(`^${CLOCK}${OFFSET}?$`, 'i')

/** Addresses that browsers parse: without a scheme they throw. */
function isUrl(text: string): boolean {
  return /^[a-z][\w+.-]*:\S+$/i.test(text)
}

function isRegExp(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const NUMBER_OF_IPV4 = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)'

function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]`)
}

const formats: Record<string, Format> = {
  email: { words: 'an email address', fits: matches(/^[^\s@]+@[^\s@]+$/) },
  uri: { words: 'a URL with its scheme, such as https:', fits: isUrl },
  url: { words: 'a URL with its scheme, such as https:', fits: isUrl },
  date: { words: 'a date, such as 2026-01-31', fits: isDate },
  time: { words: 'a time, such as 13:30:00Z', fits: matches(TIME) },
  'date-time': {
    words: 'a date and time with offset, such as 2026-01-31T13:30:00Z',
    fits: (text) => isDate(DATE_TIME.exec(text)?.[1] ?? ''),
  },
  duration: {
    words: 'a duration, such as PT30M',
    fits: matches(/^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/),
  },
  uuid: { words: 'a UUID', fits: matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) },
  ipv4: { words: 'an IPv4 address', fits: matches(new RegExp(`^(${NUMBER_OF_IPV4}(\\.(?!$)|$)){4}$`)) },
  ipv6: { words: 'an IPv6 address', fits: isIpv6 },
  hostname: { words: 'a host name', fits: matches(/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*\.?$/i) },
  regex: { words: 'a regular expression', fits: isRegExp },
}

export function formatOf(name: unknown): Format | undefined {
  return typeof name === 'string' && Object.hasOwn(formats, name) ? formats[name] : undefined
}
