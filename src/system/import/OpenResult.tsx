import MenuItem from '@mui/material/MenuItem'
import { useContext } from 'react'
import { Link } from 'react-router-dom'

import { resultPath } from '../../browser/client/addresses/addresses.ts'
import { useT } from '../../browser/client/i18n/texts.ts'
import { ResourcesContext } from '../../browser/client/records/resources.ts'
import english from '../../texts/en/actions.json'

interface OpenProps {
  record: Readonly<Record<string, unknown>>
  close(): void
}

/** From an import to what it found or did, which may still be undone there. */
export function OpenResult({ record, close }: OpenProps) {
  const t = useT(english)
  const resource = useContext(ResourcesContext).find(({ name }) => name === record['resource'])
  if (!resource) return null
  return (
    <MenuItem component={Link} to={resultPath(resource, record['id'])} onClick={close}>
      {t('open_result')}
    </MenuItem>
  )
}
