/** Types of the platform in our declarations are those of the runtime; a missing one would silently become `any`. */
import type { ConnectOptions, Fetch, FetchInit, HeadersInput, HttpError } from 'mcp-over-fetch'
import { assertType, type Same } from './assert-type.ts'

assertType<Same<ReturnType<Fetch>, Promise<Response>>>()
assertType<Same<FetchInit['signal'], AbortSignal>>()
assertType<Same<NonNullable<ConnectOptions['signal']>, AbortSignal>>()
assertType<Same<HttpError['headers'], Headers>>()
assertType<Same<Exclude<NonNullable<ConnectOptions['headers']>, (...args: never[]) => unknown>, HeadersInput>>()
