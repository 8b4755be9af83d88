import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type KeyboardEvent } from 'react'

interface KeepAsProps {
  label: string
  button: string
  /** Most characters of a name. */
  max: number
  /** Returns whether it is kept: the name stays to be tried again where it is not. */
  onKeep(name: string): boolean | Promise<boolean>
}

/** Asks for a name to keep something under. Enter in it keeps, and does not send the form around it. */
export function KeepAs({ label, button, max, onKeep }: KeepAsProps) {
  const [name, setName] = useState('')
  const keep = async () => {
    if (name.trim() !== '' && (await onKeep(name.trim()))) setName('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void keep()
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <TextField
        margin="none"
        {...{ label, onKeyDown }}
        value={name}
        onChange={({ target }) => setName(target.value.slice(0, max))}
        sx={{ flex: 1, minWidth: 0, maxWidth: 360 }}
      />
      <Button disabled={name.trim() === ''} onClick={() => void keep()}>
        {button}
      </Button>
    </Box>
  )
}
