/** The interface of a measured client. */
export interface BenchClient {
  /** Calls a tool and gives the text of its result. */
  call(name: string, args: Record<string, unknown>): Promise<string>
  /** Calls the tool `progress` and gives the number of notifications received; undefined without a callback for them. */
  progress(): Promise<number | undefined>
  close(): Promise<void>
}

/** Connects and lists the tools. The path of the URL begins with the revision that the server speaks. */
export type Open = (url: string) => Promise<BenchClient>
