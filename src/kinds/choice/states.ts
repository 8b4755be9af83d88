import type { Field, FieldOptions } from '../field.ts'
import { sentence } from '../../schema/texts/label.ts'

/** By state, the actions that leave it, each with the state that comes of it. */
export type Machine<State extends string = string> = Readonly<
  Record<string, Readonly<Record<string, State>>>
>

interface StatesOptions<State extends string> extends Omit<
  FieldOptions,
  'default' | 'optional' | 'computed' | 'unique' | 'search' | 'writeBy' | 'reauthenticate'
> {
  /** What a state is called: `{ out: 'Handed out' }`; made from its name unless given. */
  labels?: { readonly [Name in State]?: string }
  /** The background of a state's chip, `{ out: '#b45309' }`. */
  colors?: { readonly [Name in State]?: `#${string}` }
  /** The state of a new record; the first unless given. */
  initial?: State
}

export type StatesField<M extends Machine = Machine> = Field<
  'choice',
  keyof M & string,
  { computed: true; default: keyof M & string }
> & {
  readonly choices: Readonly<Record<string, string>>
  readonly colors: Readonly<Record<string, string>>
  readonly transitions: M
}

/**
 * The state of a record, and the actions that move it from one state to another:
 * `field.states({ draft: { confirm: 'confirmed', cancel: 'cancelled' }, confirmed: { cancel: 'cancelled' }, cancelled: {} })`.
 * Each action has a route, a button, a form for many records, and the permission `<permission>.<action>`; one of the same
 * name among the resource's `actions` says what is to be different. Nothing else changes the state. No handler is needed;
 * one that is there is called after the change.
 */
export function states<const M extends Machine<keyof M & string>>(
  transitions: M,
  { labels = {}, colors = {}, initial, ...options }: StatesOptions<keyof M & string> = {},
): StatesField<M> {
  const names = Object.keys(transitions) as (keyof M & string)[]
  const choices = names.map((name) => [name, labels[name] ?? sentence(name)])
  return {
    kind: 'choice',
    options: { ...options, computed: true, default: initial ?? names[0] },
    choices: Object.fromEntries(choices),
    colors,
    transitions,
  } as unknown as StatesField<M>
}
