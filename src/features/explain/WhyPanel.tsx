import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useContext, useState } from 'react'

import { operations, type Resource } from '#schema'

import { Disclosure } from '../../browser/ui/Disclosure.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import { Verdict, type Question } from './Verdict.tsx'
import english from '../../texts/en/permissions.json'
import { Select } from '../../browser/ui/fields/Select.tsx'
import { ResourcesContext, useResourceNamed } from '../../browser/client/records/resources.ts'
import { seesHeld } from './seesHeld.ts'
import { operationText } from './whyTexts.ts'
import { useUser } from '../../browser/client/session/user.ts'
import type { Row } from '../../browser/client/records/row.ts'
import { useStartAction, type ActionFormProps } from '../../browser/views/actions/action.ts'
import type { RowActionProps } from '../../browser/views/resourceViews.ts'

/** Where a role or a user is shown: what the gate would decide, and why; to those who see what roles hold. */
export function WhySection({ resource, record }: { resource: Resource; record: Row }) {
  const t = useT(english)
  const user = useUser()
  if (!seesHeld(useResourceNamed('roles'), user)) return null
  return (
    <Disclosure title={t('why')} level="h2">
      <WhyPanel path={`/${resource.api}/${record.id}/why`} />
    </Disclosure>
  )
}

/** In the menu of a role or a user: the same in a dialog. */
export function WhyItem({ resource, record, close, ...focus }: RowActionProps) {
  const t = useT(english)
  const user = useUser()
  const startAction = useStartAction()
  if (!seesHeld(useResourceNamed('roles'), user)) return null
  const action = { name: 'why', label: t('permissions'), Form: WhyForm }
  const open = () => {
    close()
    startAction({ resource, action, target: { record } })
  }
  return (
    <MenuItem {...focus} onClick={open}>
      {t('why')}
    </MenuItem>
  )
}

function WhyForm({ request: { resource, target }, onClose }: ActionFormProps) {
  const t = useT(english)
  if (!('record' in target)) return null
  return (
    <>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{t('why')}</DialogContentText>
        <WhyPanel path={`/${resource.api}/${target.record.id}/why`} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </>
  )
}

/** "Why can't I see this?": asks what the gate would decide, and says it in words. */
function WhyPanel({ path }: { path: string }) {
  const t = useT(english)
  const resources = useContext(ResourcesContext)
  const [question, setQuestion] = useState<Question>({
    resource: resources[0]?.name ?? '',
    operation: 'list',
    record: '',
  })
  const change = (changes: Partial<Question>) => setQuestion({ ...question, ...changes })
  const resource = resources.find(({ name }) => name === question.resource)
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '5fr 4fr 6fr' } }}
      >
        <Select
          margin="dense"
          label={t('why_screen')}
          value={question.resource}
          options={resources.map(({ name, label }) => [name, label])}
          onChange={(name) => change({ resource: name })}
        />
        <Select
          margin="dense"
          label={t('why_act')}
          value={question.operation}
          options={operations.map((one) => [one, operationText(t, one)])}
          onChange={(operation) => change({ operation })}
        />
        <TextField
          label={t('why_record')}
          value={question.record}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 15 } }}
          onChange={({ target }) => change({ record: target.value.replace(/\D/g, '') })}
        />
      </Box>
      {resource && <Verdict {...{ path, resource, question }} />}
    </>
  )
}
