/** Optional members may also be undefined, for values that applications give. */

/**
 * The same type for those who give a value: with `exactOptionalPropertyTypes`, an optional member may also be undefined.
 * JSON leaves such members out.
 */
export type AllowUndefined<T> = T extends readonly (infer Item)[]
  ? AllowUndefined<Item>[]
  : T extends object
    ? { [K in keyof T]: object extends Pick<T, K> ? AllowUndefined<T[K]> | undefined : AllowUndefined<T[K]> }
    : T
