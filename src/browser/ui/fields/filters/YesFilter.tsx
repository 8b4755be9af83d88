import { Select } from '../Select.tsx'
import { useT } from '../../../client/i18n/texts.ts'
import type { FilterProps } from './operandFilters.tsx'

/** Yes, no, or either. */
export function YesFilter({ name, ...props }: FilterProps) {
  const t = useT()
  return <OneOf {...props} operand={name} yes={t('yes')} no={t('no')} />
}

/** Whether there is a value at all, for values that cannot be compared. */
export function EmptyFilter({ name, ...props }: FilterProps) {
  const t = useT()
  const answers = { yes: t('empty'), no: t('not_empty') }
  return <OneOf {...props} operand={`${name}_empty`} {...answers} />
}

interface OneProps extends Pick<FilterProps, 'label' | 'values' | 'set'> {
  operand: string
  yes: string
  no: string
}

/** An operand that is yes, no, or not asked for. */
function OneOf({ label, values, set, operand, yes, no }: OneProps) {
  const t = useT()
  return (
    <Select
      label={label}
      value={String(values[operand] ?? '')}
      options={[
        ['', t('any')],
        ['true', yes],
        ['false', no],
      ]}
      onChange={(chosen) => set({ [operand]: chosen || undefined })}
    />
  )
}
