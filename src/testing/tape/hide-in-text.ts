/** Secrets in texts: tokens by their form, and by the names of parameters, of members of JSON and of parts of URLs. */
import type { Placeholders } from './placeholders.ts'
import { isSecretKey, looksLikeKey, looksRandom, SAFE_PARAMETER, SECRET_PARAMETER } from './secret-names.ts'

const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g

/** With a digit, since words follow too; and no parameter of a challenge. */
const CREDENTIALS = /\b(Bearer|DPoP) (?=[\w.~+/-]*\d)([\w.~+/-]{8,}(?:=+(?!"))?)(?![\w.~+/=-])/g

/** User and password of a URL. */
const USER_INFO = /:\/\/([^\s:/?#@"'<>]*)(:[^\s/?#@"'<>]*)?@/g

/** A URL up to its query. */
const URL_PATH = /https?:\/\/[^\s?#"'<>\\]+/g

/** A string of JSON, and if it is a name, the string or number that it has. */
const MEMBER = /"((?:[^"\\]|\\.)*)"(?:(\s*:\s*)(?:"((?:[^"\\]|\\.)*)"|(\d+)))?/g

/** `registerJson` finds the secrets of a text that is JSON. */
export function hideInText(
  text: string,
  names: Placeholders,
  registerJson: (text: string) => void = () => {},
  isSecret: (name: string, value: string) => boolean = () => false,
): string {
  registerJson(text)
  const hidden = text
    .replaceAll(JWT, (token) => names.secret('jwt', token))
    .replaceAll(CREDENTIALS, (_, scheme: string, token: string) => `${scheme} ${names.secret('token', token)}`)
    .replaceAll(USER_INFO, (_, user: string, password = '') => {
      const secret = password.slice(1)
      const shown = !secret && looksRandom(user) ? names.secret('user', decode(user)) : user
      return `://${shown}${secret ? `:${names.secret('password', decode(secret))}` : password}@`
    })
    .replaceAll(/([?&#])([\w.-]+)=([^&\s#"'<>]+)/g, (whole, mark: string, name: string, value: string) => {
      if (!isSecretKey(name) && !SECRET_PARAMETER.test(name) && !isSecret(name, value)) return whole
      return `${mark}${name}=${names.secret(name, decode(value))}`
    })
    .replaceAll(URL_PATH, (url) => hideInPath(url, names, looksLikeKey))
    .replaceAll(MEMBER, (whole, name: string, colon: string | undefined, value: string | undefined, digits: string) => {
      if (colon === undefined) return hideInString(whole, names)
      if (!isSecretKey(name))
        return value === undefined ? whole : `"${name}"${colon}${hideInString(`"${value}"`, names)}`
      return `"${name}"${colon}"${names.secret(name, value === undefined ? digits : parse(value))}"`
    })
  return names.hide(hidden)
}

export function hideInUrl(url: string, names: Placeholders): string {
  const path = hideInPath(url, names, looksRandom)
  return hideInText(path, names, undefined, (name, value) => value.length >= 8 && !SAFE_PARAMETER.test(name))
}

function hideInPath(url: string, names: Placeholders, isKey: (part: string) => boolean): string {
  return url.replaceAll(/(?<=\/)[^/?#]+(?=[/?#]|$)/g, (part) => (isKey(part) ? names.secret('path', part) : part))
}

/** A string of JSON, with its quotes, that may have JSON in it. */
function hideInString(string: string, names: Placeholders): string {
  if (!string.includes('\\"')) return string
  const text = parse(string.slice(1, -1))
  const hidden = hideInText(text, names)
  return hidden === text ? string : JSON.stringify(hidden)
}

function parse(escaped: string): string {
  try {
    return JSON.parse(`"${escaped}"`) as string
  } catch {
    return escaped
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
