/** The places where secrets are, by their names. */
import { isSecretMember } from '../../core/util/secret-names.ts'

/** Members of any JSON, beside those whose name says so everywhere. */
const SECRET_KEY = /(assertion|verifier|challenge)$|^sid$|^requestState$|^trace(parent|state)$/i

/** Whether the value of a member or a parameter of this name is a secret. */
export const isSecretKey = (name: string): boolean => isSecretMember(name) || SECRET_KEY.test(name)

/** Parameters of URLs and forms, and members of documents of OAuth. */
export const SECRET_PARAMETER: RegExp =
  /^(code|state|nonce|jti|key|k|d|sig|request|device_code|user_code|login_hint|auth)$/i

/** Parameters of an address that are never secret. Any other may be a key, whatever its name. */
export const SAFE_PARAMETER: RegExp =
  /^(response_type|response_mode|grant_type|client_id|redirect_uri|scope|resource|audience|code_challenge_method|prompt|display|error|error_description|iss|version|cursor|page|limit)$/i

/** Headers, apart from those of this list: whatever their names, they may have a key. */
export const SECRET_HEADER: RegExp =
  /^(?!(accept|allow|content-type|cache-control|last-event-id|location|mcp-(protocol-version|method|name|param-.*)|retry-after|www-authenticate|x-mcp-sse|etag|expires|last-modified|if-none-match|link|content-disposition|content-language)$)/

/** A part of a path that is no word: some servers put the key there. */
export function looksRandom(part: string): boolean {
  return part.length >= 16 && /\d/.test(part) && /[a-z]/i.test(part) && /^[\w.~%+=-]+$/.test(part)
}

/** A part of a path in a text, where words with a number are more common than keys. */
export function looksLikeKey(part: string): boolean {
  return (
    looksRandom(part) &&
    part.split(/[^a-z\d]/i).some((piece) => piece.length > 5 && /[a-z]\d+[a-z]|\d[a-z]+\d/i.test(piece))
  )
}
