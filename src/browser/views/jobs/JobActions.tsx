import MenuItem from '@mui/material/MenuItem'
import { Link } from 'react-router-dom'

import type { Row } from '../../client/records/row.ts'
import { useT } from '../../client/i18n/texts.ts'
import type { Job } from './job.ts'
import { useJobFiles } from './jobFiles.ts'
import { useJobActs } from './useJobActs.ts'
import { useJobUndo } from './useJobUndo.ts'
import { useWorkedList } from './workedList.ts'
import english from '../../../texts/actions.json'

/** What the menu of a job has beyond that of any record: the engine's own routes (product.md 11.11). */
export function JobActions({ record, close }: { record: Row; close(): void }) {
  const t = useT(english)
  const job = record as Job
  const list = useWorkedList()(job)
  const undo = useJobUndo()(job)
  const files = useJobFiles()(job)
  const actions = useJobActs()(job)
  const item = (key: string, text: string, run: () => Promise<void> | void) => (
    <MenuItem key={key} onClick={() => (close(), void run())}>
      {text}
    </MenuItem>
  )
  return (
    <>
      {files.map(({ kind, label, save }) => item(kind, label, save))}
      {list && (
        <MenuItem component={Link} to={list.to} onClick={close}>
          {t('open_worked_list')}
        </MenuItem>
      )}
      {undo && item('undo', undo.label, undo.run)}
      {actions.map(({ name, label, run }) => item(name, label, run))}
    </>
  )
}
