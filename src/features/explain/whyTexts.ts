import type { Filter, Operation } from '#schema'

import type { Say } from '../../browser/client/i18n/texts.ts'
import type { Decision } from './why.ts'

/** An operation as a person would say it. */
export function operationText(say: Say, operation: Operation): string {
  const texts: Record<Operation, string> = {
    list: say('why_list', 'see the list'),
    show: say('why_show', 'open a record'),
    create: say('why_create', 'create records'),
    edit: say('why_edit', 'change records'),
    delete: say('why_delete', 'delete records'),
    export: say('why_export', 'export'),
    import: say('why_import', 'import'),
  }
  return texts[operation]
}

/** The decision as one sentence. */
export function answerText(
  say: Say,
  { answer, record }: Decision,
  what: { many: string; act: string },
) {
  if (record === null) return say('why_no_record', 'There is no such record, or it was deleted.')
  if (record === true) return say('why_record_yes', 'Yes: the rule lets this record through.')
  if (record === false)
    return say('why_record_no', 'No: the rule does not let this record through.')
  if (answer === 'all') return say('why_all', 'Yes. %{many}: this role may %{act}.', what)
  if (answer === 'some') {
    return say(
      'why_some',
      'Partly. %{many}: this role may %{act}, but only for some records.',
      what,
    )
  }
  if (answer === 'none') return say('why_none', 'No. %{many}: this role may not %{act}.', what)
  return say('why_never', 'No. %{many}: nobody may %{act}, whatever their role.', what)
}

/** What would open more, one sentence for each way. */
export function remedyTexts(say: Say, { remedies }: Decision): string[] {
  return remedies.map(({ grant, withdraw }) => {
    const values = { grant: grant.join(', '), withdraw: withdraw.join(', ') }
    if (withdraw.length === 0) return say('why_grant', 'Grant %{grant}.', values)
    if (grant.length === 0) return say('why_withdraw', 'Take %{withdraw} away.', values)
    return say('why_both', 'Grant %{grant} and take %{withdraw} away.', values)
  })
}

/** The condition of a rule in words: which fields it looks at, and what it wants of them. */
export function conditionText(say: Say, only: Filter, nameOf: (field: string) => string): string {
  const parts = Object.entries(only).map(([key, one]) => {
    if (key === 'all' || key === 'any') {
      const inner = (one as Filter[]).map((filter) => conditionText(say, filter, nameOf))
      return inner.join(key === 'all' ? ` ${say('and', 'and')} ` : ` ${say('or', 'or')} `)
    }
    if (one === 0) return say('why_own', '%{field} is the person', { field: nameOf(key) })
    return say('why_is', '%{field} is %{value}', { field: nameOf(key), value: valueText(one) })
  })
  return parts.join(` ${say('and', 'and')} `)
}

const valueText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
