/** Requests from the shown server that wait until the person answers them in a dialog. */
import type { Root } from 'mcp-over-fetch'
import { type ChosenSignal, ofChosen } from './of-chosen.ts'
import { type GivenAnswer, refuse, type ServerRequest, type ServerRequestOf } from './server/questions.ts'

export type { GivenAnswer, ServerRequest, ServerRequestOf }
export { refuse }

/** Oldest first. */
export const pendingRequests: ChosenSignal<readonly ServerRequest[]> = ofChosen(({ questions }) => questions.pending)

/** The request that the person wants to answer, of those that came by themselves. */
export const openedRequest: ChosenSignal<number | undefined> = ofChosen(({ questions }) => questions.opened)

/** The roots that the server gets without a dialog; undefined: the person is asked. */
export const roots: ChosenSignal<Root[] | undefined> = ofChosen(({ questions }) => questions.roots)

/** Rules that answer sampling requests; empty: the person is asked. */
export const samplingRules: ChosenSignal<string> = ofChosen(({ questions }) => questions.samplingRules)
