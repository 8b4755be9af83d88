import {
  ClearButtons,
  DefaultEditorOptions,
  FormatButtons,
  LevelSelect,
  LinkButtons,
  ListButtons,
  QuoteButtons,
  RichTextInput,
  RichTextInputToolbar,
} from 'ra-input-rich-text'
import { useMemo } from 'react'

import type { InputProps } from '../../browser/ui/fields/textInputs.tsx'

/** react-admin's editor with the buttons of what the server keeps. */
export function Editor({ name, label, required, field }: InputProps) {
  const editorOptions = useMemo(
    () => ({
      ...DefaultEditorOptions,
      // The page allows no style but those of the theme.
      injectCSS: false,
      editorProps: { attributes: { 'aria-label': label, dir: 'auto' } },
    }),
    [label],
  )
  return (
    <RichTextInput
      source={name}
      label={required ? `${label} *` : label}
      helperText={field.options.help ?? false}
      editorOptions={editorOptions}
      toolbar={
        <RichTextInputToolbar>
          <LevelSelect />
          <FormatButtons />
          <ListButtons />
          <LinkButtons />
          <QuoteButtons />
          <ClearButtons />
        </RichTextInputToolbar>
      }
      sx={{
        '& .ProseMirror': { minHeight: 96, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
        '& .ProseMirror:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    />
  )
}
