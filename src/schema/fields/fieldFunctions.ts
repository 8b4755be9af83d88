/**
 * What a declaration says of a field by functions of a record or a user. A field does not know the resource that it will stand
 * in, so that their parameters are typed where they are written, by `defineResource`.
 */
export type RecordFunction<Value> = (record: any) => Value

/** A rule of `access`, as fields take it. */
export interface FieldRule {
  (user: any): boolean | object
  readonly permissions?: readonly string[]
  readonly paths?: readonly string[]
}
