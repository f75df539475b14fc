/** An input schema as a library writes it, with arguments that fit it. */
export interface SchemaCase {
  name: string
  schema: Record<string, unknown>
  /** Arguments as somebody would send them. */
  value: Record<string, unknown>
  /** The fields of these arguments that no form can have, and that are edited as JSON. @default 0 */
  json?: number
  /** Arguments that break a rule of the schema, with what the form says about each. */
  wrong?: [value: Record<string, unknown>, problem: RegExp][]
}
