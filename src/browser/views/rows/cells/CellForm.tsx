import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Form, FormDataConsumer } from 'react-admin'

import type { Field, Resource } from '#schema'

import { controlsOf } from '../../../../kinds/kinds.controls.browser.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import type { Row } from '../../../client/records/row.ts'
import { KeepUnsaved } from '../../../ui/unsaved.ts'
import { ProblemAlert } from '../../forms/errors/ProblemAlert.tsx'
import { isChanged, type Typed, typedOf } from '../../forms/values/formValues.ts'
import type { FormField } from '../../forms/values/formSections.ts'
import { MergedField } from '../../forms/MergedFields.tsx'
import { useSaveCell } from './useSaveCell.ts'
import { FirstFocus } from './cellFocus.tsx'
import { SaveWhenPicked } from './SaveWhenPicked.tsx'
import english from '../../../../texts/en/lists.json'

interface FormProps {
  resource: Resource
  record: Row
  one: FormField
  close(): void
  submit(): void
  /** Called when a message stands above the input, which would leave the window at its end. */
  onGrown(): void
}

export function CellForm({ resource, record, one, close, submit, onGrown }: FormProps) {
  const t = useT(english)
  const label = useNames(resource).field(one.name)
  const [before] = useState(() => typedOf([one], record))
  const { save, problem, clash } = useSaveCell({ resource, record, one, before, close })
  const grown = useEffectEvent(onGrown)
  useEffect(() => {
    if (problem ?? clash) grown()
  }, [problem, clash])
  const { Input } = controlsOf(one.field)
  const { optional, multiline: isMultiline } = one.field.options as TextOptions
  return (
    <Form
      record={before}
      onSubmit={(typed: Typed) => save(typed)}
      noValidate
      disableInvalidFormNotification
    >
      <FormDataConsumer>
        {({ formData }: { formData: Typed }) => (
          <KeepUnsaved isUnsaved={isChanged([one.name], formData, before)} />
        )}
      </FormDataConsumer>
      {problem && (
        <Box sx={wrapped}>
          <ProblemAlert problem={problem} />
        </Box>
      )}
      {clash && (
        <Alert
          severity="warning"
          sx={[wrapped, { mb: 1 }]}
          action={
            <Button color="inherit" size="small" onClick={close}>
              {t('take_theirs')}
            </Button>
          }
        >
          <MergedField {...{ resource, ...clash }} /> {t('save_over')}
        </Alert>
      )}
      <Box
        onKeyDown={(event) => hearEnter(event, submit)}
        sx={{ display: 'flex', alignItems: 'start', gap: 0.5, pt: 0.5 }}
      >
        <FirstFocus>
          <Input
            {...{ name: one.name, field: one.field, label, record }}
            required={!optional && !one.isBlind}
            placeholder={one.isBlind ? String(record[one.name] ?? '') : undefined}
          />
        </FirstFocus>
        <IconButton
          type="submit"
          color="primary"
          aria-label={t('save')}
          title={isMultiline ? t('save_by_keys') : undefined}
          sx={finger}
        >
          <CheckIcon fontSize="small" />
        </IconButton>
        <IconButton aria-label={t('cancel')} onClick={close} sx={finger}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <SaveWhenPicked name={one.name} field={one.field} submit={submit} />
    </Form>
  )
}

/** As wide as the input, which stays where it is. */
const wrapped = { width: 0, minWidth: '100%' }

const finger = { minWidth: { xs: 44, sm: 36 }, minHeight: { xs: 44, sm: 36 }, p: 0 }

type TextOptions = Field['options'] & { readonly multiline?: true }

/** In a text of several lines Enter begins a line; with Ctrl or Cmd it saves. */
function hearEnter(event: KeyboardEvent, submit: () => void): void {
  const { key, ctrlKey, metaKey, target, nativeEvent } = event
  const isText = target instanceof HTMLTextAreaElement
  if (!isText || key !== 'Enter' || nativeEvent.isComposing || !(ctrlKey || metaKey)) return
  event.preventDefault()
  submit()
}
