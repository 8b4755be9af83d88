import type { Field, Preset } from '../../kinds/field.ts'
import { dayOn } from '../../kinds/date/zone.ts'
import type { User } from '../access.ts'

/** The person who makes the record: `booked_by: field.reference('users', { default: currentUser() })`. */
export const currentUser = (): Preset<number> => (maker) => maker.user || undefined

/** The day on which the record is made, in the time zone of the person who makes it. */
export const today = (): Preset<string> => (maker) => maker.day

/**
 * The value that a field has of the record that a reference points at, as far as the person may read it:
 * `country: field.country({ default: from('customer.country') })`. Where the reference is empty or gives none it is `otherwise`.
 * It goes along one reference: what stands behind two, the record between takes first.
 */
export function from<Value = any>(path: `${string}.${string}`, otherwise?: Value): Preset<Value> {
  const dot = path.indexOf('.')
  const [reference, name] = [path.slice(0, dot), path.slice(dot + 1)]
  return Object.assign(() => otherwise, { from: { reference, name }, otherwise })
}

/** The value with which a new record of the user begins; undefined where only its other values can tell. */
export function initialValue({ options }: Field, user: User | undefined): unknown {
  const { default: initial } = options
  if (typeof initial !== 'function') {
    return typeof initial === 'object' ? structuredClone(initial) : initial
  }
  if (!user) return undefined
  return initial({ user: user.id, day: dayOn({ at: new Date(), zone: user.timezone ?? 'UTC' }) })
}

/** The default that stands in the declaration as it is; undefined for one that depends. */
export const fixedDefault = ({ options: { default: initial } }: Field): unknown =>
  typeof initial === 'function' ? initial.otherwise : initial

export const isPreset = ({ options }: Field): boolean => typeof options.default === 'function'

/** Where a field takes its default from, if that is another record. */
export const presetFrom = ({ options: { default: initial } }: Field): Preset['from'] =>
  typeof initial === 'function' ? initial.from : undefined
