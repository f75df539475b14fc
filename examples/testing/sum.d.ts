/** The sum of two numbers, by the server at this address. */
export declare function sum(url: string, a: number, b: number, fetch?: typeof globalThis.fetch): Promise<number>
