import { timeShown } from '#schema'

import { maxDepartments } from '../engine/plan/maxDepartments.ts'
import type { SendPreview } from '../engine/plan/sendContract.ts'

export type { SendPreview }

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** What a person has chosen in the send dialog; texts as they were typed. */
export interface SendForm {
  readonly way: 'one' | 'rotation'
  readonly broker: number | null
  readonly department: number | null
  /** Of a rotation. */
  readonly departments: readonly number[]
  readonly max_departments: string
  readonly integration: number | null
  readonly when: 'now' | 'at' | 'window'
  /** In the person's time zone, `2026-01-31T09:00`. */
  readonly at: string
  readonly window_from: string
  readonly window_to: string
  readonly weekdays: readonly string[]
  readonly interval_min: string
  readonly interval_max: string
  readonly per_hour: string
  readonly per_day: string
  readonly order: 'oldest' | 'newest' | 'shuffle'
  readonly is_canary: boolean
  readonly is_forced: boolean
  readonly stop_percent: string
  readonly stop_first: string
  readonly note: string
}

export const emptyForm: SendForm = {
  way: 'one',
  broker: null,
  department: null,
  departments: [],
  max_departments: String(maxDepartments),
  integration: null,
  when: 'now',
  at: '',
  window_from: '09:00',
  window_to: '18:00',
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
  interval_min: '',
  interval_max: '',
  per_hour: '',
  per_day: '',
  order: 'oldest',
  is_canary: false,
  is_forced: false,
  stop_percent: '50',
  stop_first: '20',
  note: '',
}

/** Whether something was chosen or typed beyond what the form began with. */
export const isFilledIn = (form: SendForm, before: SendForm): boolean =>
  JSON.stringify(form) !== JSON.stringify(before)

/** Where the leads go, in the way that is chosen: what was chosen in the other is kept for who comes back to it. */
export const departmentsIn = ({ way, department, departments }: SendForm): readonly number[] =>
  way === 'rotation' ? departments : department === null ? [] : [department]

/** Whether a moment, or hours and days, are chosen where they are asked for. */
function hasWhen({ when, at, window_from, window_to, weekdays: days }: SendForm): boolean {
  if (when === 'at') return isLocal(at)
  return when === 'now' || (days.length > 0 && window_from !== '' && window_to !== '')
}

/** Whether it is a date with a time; what is typed is none until it is whole. */
const isLocal = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)

const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text))

const given = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** What the server has refused, by the names of the form. */
export const faultsIn = (errors: Readonly<Record<string, string>> = {}): Faults =>
  Object.fromEntries(
    Object.entries(errors).map(([place, text]) => [place.slice(place.lastIndexOf('.') + 1), text]),
  )

export type Faults = Readonly<Record<string, string>>

/** The message that asks for what is missing before the leads can go. */
export const missingIn = (form: SendForm): 'send.choose' | 'send.choose_when' | undefined =>
  departmentsIn(form).length === 0 ? 'send.choose' : hasWhen(form) ? undefined : 'send.choose_when'

/** The values that the server is asked for; undefined while something is missing. */
export function valuesOf(form: SendForm, zone: string): Record<string, unknown> | undefined {
  if (missingIn(form)) return undefined
  const { interval_min, interval_max, per_hour, per_day } = form
  const pacing = given({
    interval_min: numberOf(interval_min),
    interval_max: numberOf(interval_max || interval_min),
    per_hour: numberOf(per_hour),
    per_day: numberOf(per_day),
    ...(form.when === 'window' && {
      window_from: form.window_from,
      window_to: form.window_to,
      weekdays: form.weekdays,
    }),
  })
  return given({
    departments: departmentsIn(form),
    max_departments: form.way === 'rotation' ? numberOf(form.max_departments) : undefined,
    integration: (form.way === 'one' && form.integration) || undefined,
    scheduled_at: form.when === 'at' ? new Date(timeShown(form.at, zone)).toISOString() : undefined,
    order: form.order,
    pacing: Object.keys(pacing).length > 0 ? pacing : undefined,
    is_canary: form.is_canary,
    is_forced: form.is_forced || undefined,
    stop_percent: numberOf(form.stop_percent),
    stop_first: numberOf(form.stop_first),
    note: form.note.trim() || undefined,
  })
}

/** How many leads will be sent, of those that were not looked at one by one as many as of the others. */
export function plannedOf({ count, checked, planned }: SendPreview): number {
  return checked === 0 || checked >= count ? planned : Math.round((planned / checked) * count)
}
