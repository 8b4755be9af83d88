import type { Fields } from '../kinds/field.ts'
import type { Rule, User } from './access.ts'
import type { Moves } from './states.ts'

export type MediaType = `${string}/${string}`

/** An action beyond create, edit and delete. Declared here, implemented in `*.server.ts`. */
export interface ActionDeclaration<Input extends Fields = Fields> {
  /** The words of the button. */
  label: string
  /** `'list'`: done with the resource as a whole and without a record; its button stands in the head of the list. */
  on?: 'list'
  /** The permission string that lets a user act, or a rule: `both(can('booking.confirm'), own('customer.manager'))`. */
  permission: string | Rule
  /** What is asked before the action, declared like fields. */
  input?: Input
  /** The whole number among `input` that ends its address: `number` makes `rollback/3` of `rollback`. Of one record alone. */
  addressedBy?: keyof Input & string
  /** Ends its address in place of its name: `sessions/end`. */
  path?: string
  /** A DELETE of its record does it too, where records are closed and never deleted. */
  deletes?: true
  /** What its handler answers, declared like fields; its dialog shows it. */
  answer?: Fields
  /**
   * Its answer is never shown again: its dialog shows it, whatever `done` says, with a button that copies it, and does not close
   * by a click beside it: `key: { label: 'New key', permission: 'desk.key', answer: { key: field.text() }, shownOnce: true }`.
   */
  shownOnce?: true
  /** The media type of the file that its handler answers with `file`, or those of which it is one. The browser saves it. */
  file?: MediaType | readonly MediaType[]
  /**
   * May also be called for many records at once; `'together'`: its handler does many in one call, so that a thousand take a
   * few statements. Where it refuses one of them it is called for each. It may return those that it has left as they were: a
   * `Map` of their ids and the reasons.
   */
  bulk?: true | 'together'
  /**
   * Before it is done to many records its dialog shows what would become of them, as `bulk` of the behavior counts it. For
   * an action on many that asks for nothing else: `send: { label: 'Send again', permission: 'post.send', bulk: true, previewed: true }`.
   */
  previewed?: true
  /** Asks for the password again when that was entered more than 15 minutes ago. */
  reauthenticate?: true
  /** Its answer holds in the clear what is masked elsewhere: it counts one action of the hour, like a reveal. */
  discloses?: true
  /**
   * Makes or begins something each time: sent again with the key of its dialog, as by a double click, it is done once. Its
   * answer is kept for a day, so it holds no secret.
   */
  once?: true
  /**
   * Cannot be taken back: its buttons are red, as the one that deletes:
   * `erase: { label: 'Erase the person', permission: 'person.erase', final: true }`.
   */
  final?: true
  /** What is said when it is done to one record, "The booking is confirmed"; made of the label unless given. */
  done?: string
  /** Asked before the action; `%{count}` stands for the number of records. */
  confirm?: string
  /**
   * The records the button is shown for, and the handler is called with; those of others alone:
   * `when: ({ id }, user) => id !== user.id`.
   */
  when?: (record: any, user: User) => boolean
  /** What is said of a record that `when` or its state leaves out, as a message; made of these unless given. */
  refusal?: string
  /** Made of a field of states. */
  readonly moves?: Moves
}

export type Actions = Record<string, Omit<ActionDeclaration, 'when'>>
