/** All cases. */
import type { Case } from '../run-case.ts'
import { callbackPage } from './callback-page.ts'
import { popups } from './popups.ts'
import { redirects } from './redirects.ts'
import { stores } from './stores.ts'

export const cases: readonly Case[] = [...popups, ...redirects, ...callbackPage, ...stores]
