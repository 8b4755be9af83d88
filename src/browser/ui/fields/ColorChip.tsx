import { useContext, type ReactNode } from 'react'

import { WholeTextContext } from './cellText.tsx'

interface ChipProps {
  content: ReactNode
  background?: string
  text?: string
}

/** A plain span: MUI's Chip costs ten times as much in a table of a hundred rows. */
export function ColorChip({ content, background, text }: ChipProps) {
  const isWhole = useContext(WholeTextContext)
  const colors = background
    ? { backgroundColor: background, color: text }
    : { border: '1px solid currentColor' }
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
        whiteSpace: isWhole ? 'inherit' : 'nowrap',
        // No wider than its place, whatever one long word it holds.
        maxWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        // It is cut at the end of its text, which is the left of one that is written from right to left.
        unicodeBidi: 'plaintext',
        verticalAlign: 'middle',
        boxSizing: 'border-box',
      }}
    >
      {content}
    </span>
  )
}

/** A small square of a colour, beside the text that names it. */
export function Swatch({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        width: '1em',
        height: '1em',
        borderRadius: 3,
        border: '1px solid #8884',
        backgroundColor: color,
      }}
    />
  )
}

/** The least contrast of text that WCAG 2.1 calls readable. */
export const readable = 4.5

/** A text colour that can be read on a background: the wanted one, or else black or white. */
export function textOn(background: string, wanted?: string): string {
  if (wanted && contrast(background, wanted) >= readable) return wanted
  return contrast(background, '#ffffff') >= contrast(background, '#000000') ? '#ffffff' : '#000000'
}

/** Contrast ratio of two colours as `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
