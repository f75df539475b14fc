/** Rounds and durations of a full and of a quick run. */

export interface Plan {
  calls: { rounds: number; milliseconds: number; warmUp: number }
  big: { rounds: number; calls: number }
  progress: { rounds: number }
  startUp: { rounds: number }
}

export const full: Plan = {
  calls: { rounds: 21, milliseconds: 200, warmUp: 2000 },
  big: { rounds: 9, calls: 2 },
  progress: { rounds: 5 },
  startUp: { rounds: 21 },
}

export const quick: Plan = {
  calls: { rounds: 5, milliseconds: 150, warmUp: 1400 },
  big: { rounds: 3, calls: 1 },
  progress: { rounds: 1 },
  startUp: { rounds: 4 },
}
