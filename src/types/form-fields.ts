/** The fields of a form: the types of the properties of `requestedSchema`. */

interface FieldLabel {
  /** A label to display. */
  title?: string
  /** What to enter, for the user. */
  description?: string
}

/** A field for text. */
export interface StringSchema extends FieldLabel {
  /** The value is a text. */
  type: 'string'
  /** The shortest text. */
  minLength?: number
  /** The longest text. */
  maxLength?: number
  /** What the text must be. */
  format?: 'email' | 'uri' | 'date' | 'date-time'
  /** 2025-11-25: the value to begin with. */
  default?: string
}

/** A field for a number. */
export interface NumberSchema extends FieldLabel {
  /** The value is a number, or a whole number. */
  type: 'number' | 'integer'
  /** The smallest number. */
  minimum?: number
  /** The largest number. */
  maximum?: number
  /** 2025-11-25: the value to begin with. */
  default?: number
}

/** A field for yes or no. */
export interface BooleanSchema extends FieldLabel {
  /** The value is true or false. */
  type: 'boolean'
  /** The value to begin with. */
  default?: boolean
}

/** A choice of one, whose labels are in a list of their own. All there is in 2025-06-18, deprecated since. */
export interface LegacyTitledEnumSchema extends FieldLabel {
  /** The value is a text. */
  type: 'string'
  /** The values to choose from. */
  enum: string[]
  /** Their labels, in the same order. */
  enumNames?: string[]
  /** 2025-11-25: the value to begin with. */
  default?: string
}

/** 2025-11-25: a choice of one value. */
export interface UntitledSingleSelectEnumSchema extends FieldLabel {
  /** The value is a text. */
  type: 'string'
  /** The values to choose from. */
  enum: string[]
  /** The value to begin with. */
  default?: string
}

/** 2025-11-25: a choice of one value, with labels. */
export interface TitledSingleSelectEnumSchema extends FieldLabel {
  /** The value is a text. */
  type: 'string'
  /** The values to choose from, with their labels. */
  oneOf: { const: string; title: string }[]
  /** The value to begin with. */
  default?: string
}

interface MultiSelectField extends FieldLabel {
  /** The value is a list of texts. */
  type: 'array'
  /** How many must be chosen. */
  minItems?: number
  /** How many may be chosen. */
  maxItems?: number
  /** The values to begin with. */
  default?: string[]
}

/** 2025-11-25: a choice of several values. */
export interface UntitledMultiSelectEnumSchema extends MultiSelectField {
  /** The values to choose from. */
  items: { type: 'string'; enum: string[] }
}

/** 2025-11-25: a choice of several values, with labels. */
export interface TitledMultiSelectEnumSchema extends MultiSelectField {
  /** The values to choose from, with their labels. */
  items: { anyOf: { const: string; title: string }[] }
}

/** 2025-11-25: a choice of one value. */
export type SingleSelectEnumSchema = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema

/** 2025-11-25: a choice of several values. */
export type MultiSelectEnumSchema = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema

/** A field with a choice. */
export type EnumSchema = SingleSelectEnumSchema | MultiSelectEnumSchema | LegacyTitledEnumSchema

/** A field of a form. */
export type PrimitiveSchemaDefinition = StringSchema | NumberSchema | BooleanSchema | EnumSchema
