import Box from '@mui/material/Box'
import Button from '@mui/material/Button'

import { useT } from '../../../client/i18n/texts.ts'
import { useNotifyResult } from '../../../ui/useNotifyResult.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import { unkept, type Template } from './templates.ts'
import english from '../../../../texts/en/imports.json'

interface ChoiceProps {
  templates: readonly Template[]
  chosen: Template | undefined
  /** Whether it was chosen because the file has its columns. */
  isFitting: boolean
  /** Forgets one that is kept. */
  onDrop(template: Template): Promise<string | undefined>
  onChoose(template: Template | undefined): void
}

/** The mappings that were kept for files like this one; nothing where none was. */
export function TemplateChoice({ templates, chosen, isFitting, onDrop, onChoose }: ChoiceProps) {
  const t = useT(english)
  const told = useNotifyResult()
  if (templates.length === 0) return null
  const known = templates.find(({ id }) => id === chosen?.id)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Select<number | ''>
        label={t('kept_mapping')}
        value={known?.id ?? ''}
        options={[
          ['', t('kept_mapping_none')],
          ...templates.map(({ id, name }) => [id, name] as const),
        ]}
        onChange={(chosenId) => onChoose(templates.find(({ id }) => id === chosenId))}
        helperText={known && isFitting ? t('kept_mapping_fits') : undefined}
        sx={{ width: 260 }}
      />
      {known && known.id !== unkept && (
        <Button onClick={() => void told(() => onDrop(known))}>{t('forget_mapping')}</Button>
      )}
    </Box>
  )
}
