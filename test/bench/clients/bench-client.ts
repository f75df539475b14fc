/** The interface of a measured client. */
export interface BenchClient {
  /** Calls a tool and gives the text of its result. */
  call(name: string, args: Record<string, unknown>): Promise<string>
  /** Calls the tool `progress` and gives the number of progress notifications received. */
  progress(): Promise<number>
  close(): Promise<void>
}

export type Open = (url: string) => Promise<BenchClient>
