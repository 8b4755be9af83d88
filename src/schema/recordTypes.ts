import type { Fields, ValueOf } from '../kinds/field.ts'
import type { FromSql } from '../kinds/derivation.ts'
import type { ActionDeclaration, Actions } from './actions.ts'
import type { Resource } from './resource.ts'
import type { RecordShape } from './fields/fieldNames.ts'

export type RecordOf<R extends Resource> =
  R extends Resource<string, infer F, any> ? Simplify<RecordShape<F>> : never

type Omittable<F extends Fields> = {
  [Key in keyof F]: F[Key]['options'] extends
    | { optional: true }
    | { default: unknown }
    | { visibleWhen: unknown }
    ? Key
    : never
}[keyof F]

type Settable<F extends Fields> = {
  [Key in keyof F]: F[Key]['options'] extends { computed: true } ? never : Key
}[keyof F]

/** What a client may send to create a record. */
export type InputOf<R extends Resource> =
  R extends Resource<string, infer F, any>
    ? Simplify<
        { -readonly [Key in Exclude<Settable<F>, Omittable<F>>]: ValueOf<F[Key]> } & {
          -readonly [Key in Extract<Settable<F>, Omittable<F>>]?: ValueOf<F[Key]>
        }
      >
    : never

/** The values an action is called with. */
export type ActionInput<A extends ActionDeclaration> = A extends { input: infer F extends Fields }
  ? { -readonly [Key in keyof F]: ValueOf<F[Key]> }
  : undefined

/** What the handler of an action answers, where the declaration says what that is. */
export type ActionAnswer<A> = A extends { answer: infer F extends Fields }
  ? { -readonly [Key in keyof F]: ValueOf<F[Key]> }
  : unknown

/** The actions that the states of a record yield. */
export type TransitionOf<R extends Resource> =
  R extends Resource<string, infer F, any>
    ? {
        [Key in keyof F]: F[Key] extends { transitions: infer M }
          ? { [State in keyof M]: keyof M[State] & string }[keyof M]
          : never
      }[keyof F]
    : never

/** The fields whose SQL stands in the behavior. */
export type SqlFieldOf<R extends Resource> =
  R extends Resource<string, infer F, any>
    ? {
        [Key in keyof F]: F[Key]['options'] extends { derived: FromSql } ? Key : never
      }[keyof F] &
        string
    : never

export type ActionsOf<R extends Resource> =
  R extends Resource<string, any, infer A extends Actions> ? A : never

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}
