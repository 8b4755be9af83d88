import type { ReactNode } from 'react'

interface ChipProps {
  content: ReactNode
  background?: string
  text?: string
}

/** A plain span: MUI's Chip costs ten times as much in a table of a hundred rows. */
export function ColorChip({ content, background, text }: ChipProps) {
  const colors = background
    ? { backgroundColor: background, color: text }
    : { border: '1px solid currentColor', opacity: 0.85 }
  return (
    <span
      className="color-chip"
      style={{
        ...colors,
        display: 'inline-block',
        padding: '1px 8px',
        borderRadius: 10,
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        whiteSpace: 'nowrap',
      }}
    >
      {content}
    </span>
  )
}
