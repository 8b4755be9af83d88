import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useWatch } from 'react-hook-form'

import { numberText, useT } from '#browser'

import english from '../translations/en/console.json'

type List = readonly string[] | null | undefined

/** Whether addresses let in everybody, of one version of IP at least. */
const isWhole = (addresses: List) => (addresses ?? []).some((one) => one.endsWith('/0'))

/** How many addresses, in full which; with a red mark where they are the whole internet (product.md 8.1). */
export function Addresses({ addresses, full }: { addresses: List; full: boolean | undefined }) {
  const t = useT(english)
  if (!addresses?.length) return full ? '–' : null
  return (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 1 }}>
      <Box component={full ? 'div' : 'span'} dir="ltr">
        {full ? addresses.map((one) => <div key={one}>{one}</div>) : numberText(addresses.length)}
      </Box>
      {isWhole(addresses) && <Chip color="error" label={t('department.whole_internet')} />}
    </Box>
  )
}

/** The same of a form, while it is typed. */
export function WholeInternet({ name }: { name: string }) {
  const t = useT(english)
  const typed: unknown = useWatch({ name })
  const addresses = Array.isArray(typed) ? typed.map(String) : String(typed ?? '').split(/[\s,]+/)
  if (!isWhole(addresses)) return null
  return (
    <Alert severity="error" role="status" sx={{ mt: 2 }}>
      {t('department.whole_internet_help')}
    </Alert>
  )
}
