import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useInput, useTranslate } from 'react-admin'

import { useApiQuery, useT } from '#browser'
import { SteadyAutocomplete } from '#browser/later'

import lists from '../../texts/en/lists.json'
import english from '../../texts/en/records.json'

/** A text of the console as the server lists them. */
interface Listed {
  readonly group: string
  readonly key: string
  readonly english: string
  readonly text: string
}

/** The key of a text, found by its English or by what it says now; its group comes with it. */
export function TextPicker({ source }: { source: string }) {
  const t = useT(english)
  const ofLists = useT(lists)
  const translate = useTranslate()
  const { id, field, fieldState } = useInput({ source, format: (value) => value ?? '' })
  const group = useInput({ source: 'group', format: (value) => value ?? '' })
  const locale = useInput({ source: 'locale' }).field.value
  const typed = String(field.value)
  const { texts, isFailed } = useTexts(typed, locale)
  const known = texts.find((one) => one.group === group.field.value && one.key === typed)
  const problem = fieldState.error?.message
  const found = known ? t('english_text', { text: known.english }) : t('find_text')
  const help = isFailed ? ofLists('options_failed') : found
  return (
    <SteadyAutocomplete
      freeSolo
      id={id}
      options={texts}
      filterOptions={(options) => options}
      getOptionLabel={(one) => (typeof one === 'string' ? one : one.key)}
      inputValue={typed}
      onInputChange={(_event, value) => field.onChange(value)}
      onChange={(_event, chosen) => {
        if (typeof chosen !== 'object' || !chosen) return
        group.field.onChange(chosen.group)
        field.onChange(chosen.key)
      }}
      onBlur={field.onBlur}
      renderOption={({ key: _key, ...props }, one) => (
        <Box component="li" {...props} key={`${one.group}.${one.key}`} sx={option}>
          <bdi>{one.text}</bdi>
          <Box component="code" dir="ltr" sx={quiet}>{`${one.group}.${one.key}`}</Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          required
          margin="none"
          label={translate('resources.localizations.fields.key', { _: 'Key' })}
          error={fieldState.invalid || isFailed}
          helperText={problem ? translate(problem, { _: problem }) : help}
        />
      )}
    />
  )
}

function useTexts(search: string, locale: unknown) {
  const query = new URLSearchParams({
    search,
    ...(typeof locale === 'number' && { locale: String(locale) }),
  })
  const { data, isError } = useApiQuery<Listed[]>({
    queryKey: ['editable_texts', String(query)],
    path: `/settings/localization/texts?${query.toString()}`,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  })
  return { texts: data ?? [], isFailed: isError }
}

const option = { display: 'block !important', overflowWrap: 'anywhere' }
const quiet = { display: 'block', color: 'text.secondary', fontSize: '0.75rem' }
