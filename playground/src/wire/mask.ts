/** Masks the secrets of OAuth in bodies and parameters, so that all else in them can be read. */

const SECRETS =
  'access_token|refresh_token|id_token|token|code|code_verifier|client_secret|registration_access_token|client_assertion|assertion|state'

const inJson = new RegExp(`("(?:${SECRETS})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'g')
const inForm = new RegExp(`((?:^|[&?])(?:${SECRETS})=)([^&]*)`, 'g')

/** A JSON text, also a truncated one, or a form. */
export function maskSecrets(text: string): string {
  const mask = (_: string, name: string, value: string) => `${name}[hidden, ${value.length} characters]`
  return /^\s*[{[]/.test(text) ? text.replace(inJson, mask) : text.replace(inForm, mask)
}

/** The parameters of a query or a form as JSON, masked. */
export function parametersAsJson(parameters: URLSearchParams): string {
  return maskSecrets(JSON.stringify(Object.fromEntries(parameters)))
}
