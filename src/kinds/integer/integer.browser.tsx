import { amountText, numberText } from '../../browser/client/i18n/formats.ts'
import { CopyButton } from '../../browser/ui/fields/CopyButton.tsx'
import type { Display, FieldOf } from '../../browser/client/records/row.ts'

export const integerDisplay: Display<FieldOf<'integer'>> = {
  direction: 'ltr',
  align: 'right',
  show({ name, value, full }) {
    if (name !== 'id') return numberText(Number(value))
    const id = String(value)
    return full ? (
      <>
        {id}
        <CopyButton text={id} />
      </>
    ) : (
      id
    )
  },
}

export const moneyDisplay: Display<FieldOf<'money'>> = {
  align: 'right',
  show: ({ field, value }) => amountText(Number(value), field.options.currency),
}
