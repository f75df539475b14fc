/** The part of Standard Schema (standardschema.dev) that is needed to validate a value. */

/** A schema of Zod, Valibot, ArkType or any other library that implements Standard Schema. */
export interface StandardSchema<Output = unknown> {
  /** Where Standard Schema keeps its members. */
  readonly '~standard': {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
  }
}

/** The validated value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }
