/** Time and chance, the only things the client takes from its surroundings besides `fetch`. */
import { type SetTimer, setTimer } from './timer.ts'

export interface Ground {
  now(): number
  setTimer: SetTimer
  random(): number
}

export const systemGround: Ground = { now: Date.now, setTimer, random: Math.random }
