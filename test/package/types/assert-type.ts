/** Compile-time assertions about types. */

export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only if the type argument is `true`. */
export function assertType<_Proof extends true>(): void {}
