import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'

import { isObject, type Field } from '#schema'

import { shownValue } from '../../../kinds/kinds.browser.ts'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { useNamedRecord } from '../useNamedRecord.ts'
import type { ActionRequest } from './action.ts'

interface AnswerProps {
  request: ActionRequest
  answer: unknown
  onClose(): void
}

/** What the handler of an action answered, field by field; of a field without a value there is nothing to say. */
export function ActionResult({ request, answer, onClose }: AnswerProps) {
  const t = useT()
  const { resource, action } = request
  const values = isObject(answer) ? answer : {}
  const fields = Object.entries<Field>(action.answer ?? {})
    .filter(([name]) => (values[name] ?? null) !== null)
    .map(([name, field]) => ({ name, field }))
  const owner = { ...resource, fields: action.answer ?? {} }
  const names = useNames(owner)
  const record = useNamedRecord(owner, values, fields)
  return (
    <>
      <DialogContent role="status">
        {action.done && <Typography sx={{ mb: 2 }}>{action.done}</Typography>}
        <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0 }}>
          {fields.map(({ name, field }) => (
            <Box key={name}>
              <Typography component="dt" variant="caption" color="text.secondary">
                {names.field(name)}
              </Typography>
              <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {action.shownOnce ? (
                  <ShownOnce field={field} text={String(values[name])} />
                ) : (
                  (shownValue(field, name, record, true) ?? '—')
                )}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </>
  )
}

/** What is never shown again, to be copied now. */
function ShownOnce({ field, text }: { field: Field; text: string }) {
  const { label, help } = field.options
  return (
    <>
      <Box component="code" dir="ltr">
        {text}
      </Box>
      <CopyButton text={text} {...(label && { name: label })} />
      {help && (
        <Typography variant="body2" color="text.secondary">
          {help}
        </Typography>
      )}
    </>
  )
}
