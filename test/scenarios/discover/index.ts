/** The scenarios about server cards and catalogs. */
import type { Scenario } from '../scenario.ts'
import { connecting } from './connecting.ts'
import { documents } from './documents.ts'
import { untrusted } from './untrusted.ts'

export const discover: Scenario[] = [...documents, ...connecting, ...untrusted]
