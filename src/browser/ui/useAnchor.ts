import { useState, type MouseEvent } from 'react'

/** What a button opens beside itself: `opener` are the props of the button, `anchor` is the button while it is open. */
export function useAnchor(opens: 'menu' | 'dialog') {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const opener = {
    'aria-haspopup': opens,
    'aria-expanded': anchor !== null,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => setAnchor(currentTarget),
  }
  return { anchor, opener, onClose: () => setAnchor(null) }
}
