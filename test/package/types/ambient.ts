/** The types that come from the runtime are its own: a missing one would silently become `any`. */
import type { ConnectOptions, Fetch, FetchInit, HttpError } from 'mcp-over-fetch'
import { prove, type Same } from './prove.ts'

prove<Same<ReturnType<Fetch>, Promise<Response>>>()
prove<Same<FetchInit['signal'], AbortSignal>>()
prove<Same<NonNullable<ConnectOptions['signal']>, AbortSignal>>()
prove<Same<HttpError['headers'], Headers>>()
prove<Same<Exclude<NonNullable<ConnectOptions['headers']>, (...args: never[]) => unknown>, HeadersInit>>()
