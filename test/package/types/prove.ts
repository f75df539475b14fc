/** Assertions about types: they hold, or the file does not compile. */

export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

export function prove<_Proof extends true>(): void {}
