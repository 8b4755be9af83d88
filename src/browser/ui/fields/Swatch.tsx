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
