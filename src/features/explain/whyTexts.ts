import type { Filter, Operation } from '#schema'

import { listText } from '../../browser/client/i18n/formats.ts'
import type { Translate } from '../../browser/client/i18n/texts.ts'
import type { Decision } from '#contract'
import english from '../../texts/en/permissions.json'

/** An operation as a person would say it. */
export function operationText(t: Translate<typeof english>, operation: Operation): string {
  const texts: Record<Operation, string> = {
    list: t('why_list'),
    show: t('why_show'),
    create: t('why_create'),
    edit: t('why_edit'),
    delete: t('why_delete'),
    export: t('why_export'),
    import: t('why_import'),
  }
  return texts[operation]
}

/** The decision as one sentence. */
export function answerText(
  t: Translate<typeof english>,
  { answer, record }: Decision,
  what: { many: string; act: string },
) {
  if (record === null) return t('why_no_record')
  if (record === true) return t('why_record_yes')
  if (record === false) return t('why_record_no')
  if (answer === 'all') return t('why_all', what)
  if (answer === 'some') {
    return t('why_some', what)
  }
  if (answer === 'none') return t('why_none', what)
  return t('why_never', what)
}

/** What would open more, one sentence for each way. */
export function remedyTexts(t: Translate<typeof english>, { remedies }: Decision): string[] {
  return remedies.map(({ grant, withdraw }) => {
    const values = { grant: grant.join(', '), withdraw: withdraw.join(', ') }
    if (withdraw.length === 0) return t('why_grant', values)
    if (grant.length === 0) return t('why_withdraw', values)
    return t('why_both', values)
  })
}

/** The fields that are not open, one sentence for each permission that opens some of them; what none opens is not told of. */
export function fieldTexts(
  t: Translate<typeof english>,
  fields: Decision['fields'],
  nameOf: (field: string) => string,
): string[] {
  const states = {
    hidden: t('why_hidden'),
    masked: t('why_masked'),
    read_only: t('why_read_only'),
  }
  const isFirst = (one: Closed, at: number) =>
    one.permission !== '' && at === fields.findIndex((other) => isAlike(one, other))
  return fields.filter(isFirst).map((one) => {
    const alike = fields.filter((other) => isAlike(one, other))
    const named = listText(alike.map(({ field }) => nameOf(field)))
    return t('why_fields', {
      permission: one.permission,
      fields: named,
      state: states[one.state],
    })
  })
}

type Closed = Decision['fields'][number]

const isAlike = (one: Closed, other: Closed) =>
  one.state === other.state && one.permission === other.permission

/** The condition of a rule in words: which fields it looks at, and what it wants of them. */
export function conditionText(
  t: Translate<typeof english>,
  only: Filter,
  nameOf: (field: string) => string,
): string {
  const parts = Object.entries(only).map(([key, one]) => {
    if (key === 'all' || key === 'any') {
      const inner = (one as Filter[]).map((filter) => conditionText(t, filter, nameOf))
      return inner.join(key === 'all' ? ` ${t('and')} ` : ` ${t('or')} `)
    }
    if (one === 0) return t('why_own', { field: nameOf(key) })
    return t('why_is', { field: nameOf(key), value: valueText(one) })
  })
  return parts.join(` ${t('and')} `)
}

const valueText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
