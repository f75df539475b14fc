/** Removes secrets from texts of servers, which repeat what they were sent. */
import { isSecretName } from './secret-names.ts'

export interface Secrets {
  add(...values: (string | undefined)[]): void
  /** Adds the value of a header or parameter if its name is one of a secret, and the parts of credentials and cookies. */
  addNamed(value: string, name: string): void
  /** The text without the secrets, in the forms in which headers, URLs, forms and JSON have them. */
  redact(text: string): string
}

export interface SecretsOptions {
  /** Values that are remembered, since each request may have others. */
  maxSecrets?: number
  /** Shorter values are words that any text may contain. */
  minLength?: number
  /** How a value is found in a text. By default, it is found anywhere. */
  patternOf?(form: string): string | RegExp
}

export function createSecrets({ maxSecrets = 100, minLength = 8, patternOf }: SecretsOptions = {}): Secrets {
  /** The last used last. */
  const values = new Set<string>()
  let forms: string[] | undefined
  const secrets: Secrets = {
    add(...added) {
      for (const value of added) {
        // Most requests repeat the values of the one before. One that was evicted is added again with its next request.
        if (!value || value.length < minLength || (values.has(value) && values.size < maxSecrets)) continue
        values.delete(value)
        values.add(value)
        for (const oldest of values) if (values.size > maxSecrets) values.delete(oldest)
        forms = undefined
      }
    },
    addNamed(value, name) {
      if (!isSecretName(name) || values.has(value)) return
      const credentials = value.replace(/^[\w-]+ +/, '')
      secrets.add(value, credentials)
      for (const part of credentials.split(/[;,] */)) secrets.add(part.replace(/^[^=]*=/, '').replace(/^"|"$/g, ''))
      if (/^basic /i.test(value)) secrets.add(...passwords(credentials))
    },
    redact(text) {
      // The longest first, since a secret may contain another.
      forms ??= [...values].flatMap(formsOf).sort((a, b) => b.length - a.length)
      return forms.reduce((rest, form) => rest.replaceAll(patternOf?.(form) ?? form, '[redacted]'), text)
    },
  }
  return secrets
}

/** As it is, as JSON has it, with the slashes of PHP too, and as URLs and forms have it, also in lower case. */
function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  const form = `${new URLSearchParams({ '': value })}`.slice(1)
  // The function throws for half a character.
  const url = encodeURIComponent(value.replace(/\p{Cs}/gu, ''))
  const forms = [value, json, json.replaceAll('/', '\\/'), form, url]
  return forms.flatMap((text) => [text, text.replace(/%../g, (code) => code.toLowerCase())])
}

/** The password of Basic credentials, which OAuth writes as a form has it. */
function passwords(credentials: string): string[] {
  try {
    const bytes = Uint8Array.from(atob(credentials), (char) => char.charCodeAt(0))
    const password = new TextDecoder().decode(bytes).replace(/^[^:]*:/, '')
    return [password, decodeURIComponent(password.replaceAll('+', ' '))]
  } catch {
    return []
  }
}
