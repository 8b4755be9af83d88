import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete'
import { useState, type KeyboardEvent } from 'react'

type Flag = boolean | undefined

/**
 * MUI's Autocomplete of one value. Once the arrows have marked an option, Enter closes it here: where MUI does, nothing is marked
 * any more when it is drawn anew (mui/material-ui#48093), and Enter takes nothing and sends the form.
 */
export function SteadyAutocomplete<Value, Required extends Flag = false, Free extends Flag = false>(
  props: AutocompleteProps<Value, false, Required, Free>,
) {
  const [isOpen, setOpen] = useState(false)
  const [isMarked, setMarked] = useState(false)
  const close: typeof props.onClose = (event, reason) => {
    props.onClose?.(event, reason)
    setOpen(false)
    setMarked(false)
  }
  return (
    <Autocomplete
      {...props}
      disableCloseOnSelect={isMarked}
      open={isOpen}
      onOpen={(event) => {
        props.onOpen?.(event)
        setOpen(true)
      }}
      onClose={close}
      onHighlightChange={(event, option, reason) => {
        props.onHighlightChange?.(event, option, reason)
        setMarked(option !== null && reason === 'keyboard')
      }}
      onInputChange={(event, text, reason) => {
        props.onInputChange?.(event, text, reason)
        if (reason === 'input') setMarked(false)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLDivElement> & { defaultMuiPrevented?: boolean }) => {
        props.onKeyDown?.(event)
        const isTaken = event.key === 'Enter' && isMarked && !event.defaultMuiPrevented
        // What is marked is taken next, also where it is the value that is there already.
        if (isTaken) close(event, 'selectOption')
      }}
    />
  )
}
