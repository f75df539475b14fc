/** The JSON-RPC error codes that the mock server answers with. */

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603

/** Requests that Streamable HTTP refuses by their headers; the specification fixes no code for them. */
export const BAD_REQUEST = -32000
/** Sent with 404 for an unknown or expired session, as the official SDK does. */
export const SESSION_NOT_FOUND = -32001
/** Handshake revisions only: since 2026-07-28 it is `INVALID_PARAMS`. */
export const RESOURCE_NOT_FOUND = -32002

/** 2026-07-28: a header says something else than the body. */
export const HEADER_MISMATCH = -32020
/** 2026-07-28: the client did not declare a capability that the request needs. */
export const MISSING_CLIENT_CAPABILITY = -32021
/** 2026-07-28: a revision that the server does not offer. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022

/** The Language Server Protocol's code for a cancelled request, where HTTP demands an answer all the same. */
export const REQUEST_CANCELLED = -32800
