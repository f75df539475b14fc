/** Values that are JSON. */

/** A value that is JSON. */
export type JSONValue = string | number | boolean | null | JSONObject | JSONArray

/** A JSON object. */
export interface JSONObject {
  [member: string]: JSONValue
}

/** A JSON array. */
export type JSONArray = JSONValue[]
