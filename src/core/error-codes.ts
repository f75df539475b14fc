/** JSON-RPC error codes: those of JSON-RPC 2.0 and those that MCP adds. */

export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603

/** Up to 2025-11-25: there is no such resource. */
export const RESOURCE_NOT_FOUND = -32002

/** 2025-11-25: the user has to visit a page before the request can be executed. */
export const URL_ELICITATION_REQUIRED = -32042

/** 2026-07-28: the headers do not repeat what the body says. */
export const HEADER_MISMATCH = -32020

/** 2026-07-28: the request needs a client capability that was not declared; `data.requiredCapabilities` names it. */
export const MISSING_CLIENT_CAPABILITY = -32021

/** 2026-07-28: the server does not support the protocol version of the request. */
export const UNSUPPORTED_VERSION = -32022
