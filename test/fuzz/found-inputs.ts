/** Inputs that found a defect once. Every run tries them, so that it does not return. */
export const FOUND_INPUTS: readonly { target: string; seed: number }[] = []
