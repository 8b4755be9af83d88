import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'

import type { Resource } from '#schema'

import { problemOf } from '../../../client/http/problem.ts'
import { useT } from '../../../client/i18n/texts.ts'
import type { ImportOrder } from './mapping.ts'
import { templateOf, useTemplates } from './templates.ts'
import english from '../../../../texts/en/imports.json'

interface KeepProps {
  resource: Resource
  headers: readonly string[]
  /** The order as it stands; undefined while something in it is missing. */
  orderOf(): ImportOrder | undefined
}

/** Keeps mapping and settings under a name, for the next file like this one. */
export function KeepTemplate({ resource, headers, orderOf }: KeepProps) {
  const t = useT(english)
  const notify = useNotify()
  const { keep } = useTemplates(resource)
  const [name, setName] = useState('')
  const save = async () => {
    const order = orderOf()
    if (!order) return
    try {
      const message = await keep(templateOf(name.trim(), headers, order))
      notify(message ?? '', { type: 'success' })
      setName('')
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <TextField
        size="small"
        margin="none"
        label={t('keep_mapping_as')}
        value={name}
        onChange={({ target }) => setName(target.value.slice(0, 80))}
        sx={{ width: 360, maxWidth: 1 }}
      />
      <Button disabled={name.trim() === ''} onClick={() => void save()}>
        {t('keep')}
      </Button>
    </Box>
  )
}
