/** The scenarios about http-sse. */
import type { Scenario } from '../scenario.ts'
import { calls } from './calls.ts'
import { connection } from './connection.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { orderOfEndings } from './order-of-endings.ts'
import { reconnect } from './reconnect.ts'

export const httpSse: Scenario[] = [...calls, ...connection, ...endpoint, ...limits, ...orderOfEndings, ...reconnect]
