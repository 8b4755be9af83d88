import Button from '@mui/material/Button'
import { useState } from 'react'

import type { ImportFound } from '#contract'
import { makesRecords, type Resource } from '#schema'

import { newRequestKey } from '../../client/http/requestKey.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useProvider } from '../../client/records/provider.ts'
import { SteadyButton } from '../../ui/SteadyButton.tsx'
import { useTask } from '../../ui/useTask.ts'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { ProblemAlert } from '../forms/errors/ProblemAlert.tsx'
import english from '../../../texts/en/imports.json'

interface UndoProps {
  resource: Resource
  found: ImportFound
  onGo(): unknown
}

/** Takes an import back, after a question. */
export function UndoImport(props: UndoProps) {
  const t = useT(english)
  const [isAsked, setAsked] = useState(false)
  const [key] = useState(newRequestKey)
  return (
    <>
      <Button color="error" onClick={() => setAsked(true)}>
        {t('undo_import')}
      </Button>
      {isAsked && <UndoQuestion {...props} requestKey={key} onClose={() => setAsked(false)} />}
    </>
  )
}

interface QuestionProps extends UndoProps {
  requestKey: string
  onClose(): void
}

function UndoQuestion({ resource, found, onGo, requestKey, onClose }: QuestionProps) {
  const t = useT(english)
  const provider = useProvider()
  const path = `/${resource.api}/import/${found.id}/undo`
  const undo = useTask(async () => {
    await provider.call('POST', path, {}, { key: requestKey })
    onClose()
    await onGo()
  })
  const brought = found.created + found.updated
  const count = numberText(brought)
  const keeps = found.refused > 0 && makesRecords(found) && resource.import?.refused !== undefined
  return (
    <TitledDialog
      title={t('undo_import')}
      text={`${t('undo_import_question', { count, smart_count: brought })}${keeps ? ` ${t('undo_import_refused')}` : ''}`}
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onClick={onClose}>
            {t('cancel')}
          </Button>
          <SteadyButton
            color="error"
            variant="contained"
            isOff={undo.isBusy}
            onClick={() => undo.run()}
          >
            {t('undo_import')}
          </SteadyButton>
        </>
      }
    >
      {undo.problem && <ProblemAlert problem={undo.problem} />}
    </TitledDialog>
  )
}
