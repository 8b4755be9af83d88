import type {
  ActionAnswer,
  ActionDeclaration,
  ActionInput,
  Actions,
  RecordOf,
  Resource,
  TransitionOf,
} from '#schema'

import type { FileAnswer } from './fileAnswer.ts'

export type Awaitable<Value> = Value | PromiseLike<Value>

type Handler<R extends Resource, A, Context> = (
  call: { input: A extends ActionDeclaration ? ActionInput<A> : undefined } & (A extends {
    on: 'list'
  }
    ? unknown
    : { records: RecordOf<R>[] }),
  context: Context,
) => Awaitable<
  A extends { file: infer Type }
    ? FileAnswer<OneOf<Type>>
    : ActionAnswer<A> | (A extends { bulk: 'together' } ? LeftOut | void : never)
>

/** The ids of the records that an action done to many at once has left as they were, each with the reason. */
export type LeftOut = ReadonlyMap<number, string>

type OneOf<Type> = Extract<Type extends readonly (infer Each)[] ? Each : Type, string>

/**
 * Every declared action must have a handler; one that moves a record to another state may have one. It is called in a
 * transaction; what it answers becomes `data`.
 */
export type Handlers<R extends Resource, A extends Actions, Context> = [
  Exclude<keyof A, TransitionOf<R>>,
] extends [never]
  ? { actions?: OptionalHandlers<R, A, Context> }
  : {
      actions: OptionalHandlers<R, A, Context> & {
        [Name in Exclude<keyof A, TransitionOf<R>>]: Handler<R, A[Name], Context>
      }
    }

type OptionalHandlers<R extends Resource, A extends Actions, Context> = {
  [Name in TransitionOf<R>]?: Handler<R, Name extends keyof A ? A[Name] : undefined, Context>
}
