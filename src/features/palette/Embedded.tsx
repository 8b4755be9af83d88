import { isColor } from '../../browser/ui/fields/contrast.ts'
import { Swatch } from '../../browser/ui/fields/Swatch.tsx'

/** The colour and the flag that travel with a title; of two colours the background's. */
export function Embedded({ values }: { values: Readonly<Record<string, unknown>> }) {
  const { flag, bg_color: background, color = background } = values
  return (
    <>
      {typeof flag === 'string' && <span aria-hidden>{flag}</span>}
      {isColor(color) && <Swatch color={color} />}
    </>
  )
}
