import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useRef, type DragEvent } from 'react'
import { useResourceContext } from 'react-admin'

import { kindOf } from '#schema'

import { useT } from '../../browser/client/i18n/texts.ts'
import { useResourceNamed } from '../../browser/client/records/resources.ts'
import { type InputProps, useControl } from '../../browser/ui/fields/textInputs.tsx'
import { type Held, useUpload } from './useUpload.browser.ts'
import english from '../../texts/en/records.json'
import { Picture, sizeText, StoredPicture } from './FileView.tsx'
import type { FileValue } from './file.ts'

/** A file chosen or dropped: it is uploaded at once, and becomes the record's when the form is saved. */
export function FileInput(props: InputProps) {
  const t = useT(english)
  const { field, shown } = useControl(props)
  const resource = useResourceNamed(useResourceContext() ?? '')
  const picker = useRef<HTMLInputElement>(null)
  const { bytes, take, percent, problem } = useUpload(props, (held) => field.onChange(held))
  const held = (field.value || undefined) as Held | undefined
  const { types = [] } = kindOf(props.field).file?.(props.field) ?? {}
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  const stored = props.record?.[props.name] as FileValue | undefined
  const labelId = `${shown.id}-label`
  return (
    <FormControl
      error={shown.error || problem !== undefined}
      role="group"
      aria-labelledby={labelId}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderStyle: 'dashed',
        borderRadius: 1,
        p: 1.5,
        gap: 1,
      }}
    >
      <Typography id={labelId} variant="body2" color="text.secondary">
        {props.required ? `${props.label} *` : props.label}
      </Typography>
      {props.field.kind === 'image' && held && (
        <Preview
          {...{ held, bytes, stored }}
          path={`/${resource?.api}/${props.record?.id}/file/${props.name}`}
        />
      )}
      {held && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {percent === undefined
            ? `${held.name} (${sizeText(held.size)})`
            : t('file_arriving', { name: held.name, percent })}
        </Typography>
      )}
      {percent !== undefined && <LinearProgress variant="determinate" value={percent} />}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button
          id={shown.id}
          size="small"
          variant="outlined"
          onClick={() => picker.current?.click()}
        >
          {held ? t('file_replace') : t('file_choose')}
        </Button>
        {held && (
          <Button size="small" color="inherit" onClick={() => take(undefined)}>
            {t('file_remove')}
          </Button>
        )}
      </Box>
      <input
        ref={picker}
        hidden
        type="file"
        accept={types.join(',')}
        aria-label={props.label}
        onChange={({ target }) => {
          take(target.files?.[0])
          target.value = ''
        }}
      />
      {(problem ?? shown.helperText) && (
        <FormHelperText sx={{ mx: 0 }}>{problem ?? shown.helperText}</FormHelperText>
      )}
    </FormControl>
  )
}

interface PreviewProps {
  held: Held
  bytes: File | undefined
  stored: FileValue | undefined
  path: string
}

function Preview({ held, bytes, stored, path }: PreviewProps) {
  if (bytes) return <Picture bytes={bytes} type={bytes.type} name={bytes.name} />
  return stored && stored.id === held.id ? <StoredPicture file={stored} path={path} /> : null
}
