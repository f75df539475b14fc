/** Rounds and durations of a full and of a quick run. */

export interface Plan {
  calls: { rounds: number; milliseconds: number; warmUp: number }
  /** The rounds are shared by so many processes of each client. */
  big: { rounds: number; processes: number; calls: number }
  /** Slow clients take part in every `slowEvery`th round only. */
  progress: { rounds: number; slowEvery: number }
  startUp: { rounds: number; bundledRounds: number }
  memory: { rounds: number; count: number }
  late: { rounds: number; calls: number; runtimes: 'all' | 'some' }
  /** The largest count of each curve is divided by this. */
  growth: { divisor: number }
}

export const full: Plan = {
  calls: { rounds: 30, milliseconds: 120, warmUp: 1000 },
  big: { rounds: 30, processes: 6, calls: 1 },
  progress: { rounds: 30, slowEvery: 6 },
  startUp: { rounds: 30, bundledRounds: 15 },
  memory: { rounds: 3, count: 1000 },
  late: { rounds: 3, calls: 100, runtimes: 'all' },
  growth: { divisor: 1 },
}

export const quick: Plan = {
  calls: { rounds: 3, milliseconds: 80, warmUp: 300 },
  big: { rounds: 2, processes: 1, calls: 1 },
  progress: { rounds: 2, slowEvery: 2 },
  startUp: { rounds: 2, bundledRounds: 1 },
  memory: { rounds: 1, count: 100 },
  late: { rounds: 1, calls: 20, runtimes: 'some' },
  growth: { divisor: 100 },
}
