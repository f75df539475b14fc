/** A copy as it would arrive on the other side of the wire. */
export const copyJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
