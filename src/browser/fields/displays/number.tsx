import { CopyButton } from '../CopyButton.tsx'
import type { Display, FieldOf } from '../display.ts'

const plain = new Intl.NumberFormat('en-US')

export const integerDisplay: Display<FieldOf<'integer'>> = {
  align: 'right',
  show({ name, value, full }) {
    if (name !== 'id') return plain.format(Number(value))
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
  show: ({ field, value }) => amounts(field.options.currency).format(Number(value)),
}

const byCurrency = new Map<string, Intl.NumberFormat>()

function amounts(currency = ''): Intl.NumberFormat {
  const known = byCurrency.get(currency)
  if (known) return known
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    ...(currency && { style: 'currency', currency }),
  })
  byCurrency.set(currency, format)
  return format
}
