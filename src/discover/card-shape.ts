/** What is wrong with a card by its schema. For those who check servers: `readCard()` is more lenient. */
import { isObject } from '../core/util/is-object.ts'
import { isHeaderName, isIcon, isName, isSchema, isTemplate, isText, isTransport, isWebUrl } from './card.ts'

/** What is wrong with the value at this path, as sentences. */
type Check = (value: unknown, path: string) => string[]

/** The sentences are empty for a card that conforms to its schema, and that names no `javascript:` URL and no SVG inside of it. */
export function findCardIssues(json: unknown): string[] {
  const string = is(isText())
  const flag = is((value) => typeof value === 'boolean')
  const input = {
    description: string,
    isRequired: flag,
    isSecret: flag,
    format: is(isText(/^(string|number|boolean|filepath)$/)),
    default: string,
    placeholder: string,
    value: string,
    choices: list(string),
  }
  const inputs = map(object(input))
  const remote = {
    type: is(isTransport),
    url: is(isTemplate),
    headers: list(object({ ...input, name: is(isHeaderName), variables: inputs }, 'name')),
    variables: inputs,
    supportedProtocolVersions: list(string),
  }
  const icon = { src: is(isIcon), mimeType: string, sizes: list(string), theme: is(isText(/^(light|dark)$/)) }
  const card = {
    $schema: is(isSchema),
    name: is(isName),
    // No ranges.
    version: is(isText(/^(?![\^~<>=]|.*(\*|\.x$)).{0,255}$/is)),
    description: is(isText(/^.{1,100}$/s)),
    title: is(isText(/^.{1,100}$/s)),
    websiteUrl: is(isWebUrl),
    repository: object({ url: is(isWebUrl), source: string, subfolder: string, id: string }, 'url', 'source'),
    icons: list(object(icon, 'src')),
    remotes: list(object(remote, 'type', 'url')),
    _meta: is(isObject),
  }
  return object(card, '$schema', 'name', 'version', 'description')(json, 'card')
}

const is =
  (isValid: (value: unknown) => boolean): Check =>
  (value, path) =>
    isValid(value) ? [] : [`${path} is not valid`]

const list =
  (check: Check): Check =>
  (value, path) =>
    Array.isArray(value) ? value.flatMap((item, index) => check(item, `${path}[${index}]`)) : [`${path} is not a list`]

const map =
  (check: Check): Check =>
  (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => check(member, `${path}.${key}`))
      : [`${path} is not an object`]

const object =
  (members: Readonly<Record<string, Check>>, ...required: string[]): Check =>
  (value, path) =>
    isObject(value)
      ? [
          ...Object.entries(value).flatMap(([key, member]) =>
            Object.hasOwn(members, key) ? members[key]!(member, `${path}.${key}`) : [`${path}.${key} is not specified`],
          ),
          ...required.filter((key) => !(key in value)).map((key) => `${path}.${key} is missing`),
        ]
      : [`${path} is not an object`]
