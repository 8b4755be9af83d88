import { amountText, numberText } from '../../client/i18n/formats.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import type { Display, FieldOf } from '../display.ts'

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
