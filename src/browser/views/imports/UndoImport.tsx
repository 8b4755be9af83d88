import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNotify } from 'react-admin'

import type { ImportFound } from '#contract'
import { makesRecords, type Resource } from '#schema'

import { problemOf } from '../../client/http/problem.ts'
import { newRequestKey } from '../../client/http/requestKey.ts'
import { numberText } from '../../client/i18n/formats.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useProvider } from '../../client/records/provider.ts'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import english from '../../../texts/en/imports.json'

interface UndoProps {
  resource: Resource
  found: ImportFound
  onGo(): unknown
}

/** Takes an import back, after a question. */
export function UndoImport({ resource, found, onGo }: UndoProps) {
  const t = useT(english)
  const notify = useNotify()
  const provider = useProvider()
  const [isAsked, setAsked] = useState(false)
  const [key] = useState(newRequestKey)
  const undo = async () => {
    setAsked(false)
    try {
      await provider.call('POST', `/${resource.api}/import/${found.id}/undo`, {}, undefined, key)
      await onGo()
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
  }
  const brought = found.created + found.updated
  const count = numberText(brought)
  const keeps = found.refused > 0 && makesRecords(found) && resource.import?.refused !== undefined
  return (
    <>
      <Button color="error" onClick={() => setAsked(true)}>
        {t('undo_import')}
      </Button>
      {isAsked && (
        <TitledDialog
          title={t('undo_import')}
          text={`${t('undo_import_question', { count, smart_count: brought })}${keeps ? ` ${t('undo_import_refused')}` : ''}`}
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button autoFocus onClick={() => setAsked(false)}>
                {t('cancel')}
              </Button>
              <Button color="error" variant="contained" onClick={() => void undo()}>
                {t('undo_import')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
