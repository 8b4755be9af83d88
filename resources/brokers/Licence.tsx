import Alert from '@mui/material/Alert'
import { useWatch } from 'react-hook-form'

import { useT } from '#browser'

import english from '../translations/en/console.json'

const parts = ['regulator', 'licence_number', 'licence_checked_at'] as const

interface LicenceProps {
  record: Readonly<Partial<Record<(typeof parts)[number], string | null>>>
}

/** Warns of a broker of whose licence something is not known (product.md 3.2). */
export function LicenceMissing({ record }: LicenceProps) {
  const t = useT(english)
  if (parts.every((name) => record[name])) return null
  return (
    <Alert severity="warning" role="status" sx={{ mt: 2 }}>
      {t('broker.licence')}
    </Alert>
  )
}

/** The same of a form, while it is typed. */
export function LicenceTyped() {
  const [regulator, licence_number, licence_checked_at] = useWatch({ name: [...parts] })
  return <LicenceMissing record={{ regulator, licence_number, licence_checked_at }} />
}
