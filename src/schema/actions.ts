import type { Fields } from '../kinds/field.ts'
import type { Rule } from './access.ts'
import type { Moves } from './states.ts'

/** An act beyond create, edit and delete. Declared here, implemented in `*.server.ts`. */
export interface ActionDeclaration<Input extends Fields = Fields> {
  /** The words of the button. */
  label: string
  /** The permission string that lets a user act, or a rule: `both(can('booking.confirm'), own('customer.manager'))`. */
  permission: string | Rule
  /** What is asked before the act, declared like fields. */
  input?: Input
  /** May also be called for many records at once. */
  bulk?: true
  /** Asks for the password again when that was entered more than 15 minutes ago. */
  reauthenticate?: true
  /** What is said when it is done to one record, "The booking is confirmed"; made of the label unless given. */
  done?: string
  /** Asked before the act; `%{count}` stands for the number of records. */
  confirm?: string
  /** The records the button is shown for, and the handler is called with. */
  when?: (record: any) => boolean
  /** Made of a field of states. */
  readonly moves?: Moves
}

export type Actions = Record<string, Omit<ActionDeclaration, 'when'>>
