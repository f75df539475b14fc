/** A promise that never settles. */
export const never = (): Promise<never> => new Promise(() => {})
