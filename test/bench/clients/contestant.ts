/** What a contestant can be asked to do. */
export interface Contestant {
  /** Calls a tool and gives the text of its result. */
  call(name: string, args: Record<string, unknown>): Promise<string>
  /** Calls the tool `progress` and gives the number of notifications that were seen. */
  progress(): Promise<number>
  close(): Promise<void>
}

export type Open = (url: string) => Promise<Contestant>
