import { createTheme, getContrastRatio } from '@mui/material/styles'
import { describe, expect, it } from 'vitest'

import { dark, light } from '../../../src/browser/ui/theme/colors.ts'
import { darkTheme, lightTheme } from '../../../src/browser/ui/theme/theme.ts'
import { staleOpacity } from '../../../src/browser/views/list/ListRows.tsx'

describe.each([light, dark])(
  'in $mode',
  ({ page, paper, ink, quiet, edge, accent, onAccent, tones }) => {
    it.each(Object.entries({ ink, quiet, accent, ...tones }))(
      '%s can be read on page and paper',
      (_name, color) => {
        expect(getContrastRatio(color, page)).toBeGreaterThanOrEqual(4.5)
        expect(getContrastRatio(color, paper)).toBeGreaterThanOrEqual(4.5)
      },
    )

    it.each(Object.entries({ ink, quiet, accent }))(
      '%s can be read in rows of before, too',
      (_name, color) => {
        const pale = mixed(color, paper, staleOpacity)
        expect(getContrastRatio(pale, paper)).toBeGreaterThanOrEqual(4.5)
      },
    )

    it('buttons can be read and inputs be seen', () => {
      expect(getContrastRatio(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
      expect(getContrastRatio(edge, paper)).toBeGreaterThanOrEqual(3)
    })

    it.each(Object.entries(tones))('a chip that says %s can be read on its tint', (_name, tone) => {
      expect(getContrastRatio(tone, mixed(tone, paper, 0.12))).toBeGreaterThanOrEqual(4.5)
    })
  },
)

it.each([lightTheme, darkTheme])('makes a theme', (options) => {
  expect(createTheme(options).palette.primary.main).toMatch(/^#/)
})

it.each([lightTheme, darkTheme])(
  'B26: filled buttons can be read below a pointer, too',
  (options) => {
    const { palette } = createTheme(options)
    for (const name of ['primary', 'error', 'warning', 'info', 'success'] as const) {
      const { dark: below, contrastText } = palette[name]
      expect(getContrastRatio(contrastText, below), name).toBeGreaterThanOrEqual(4.5)
    }
  },
)

/** What the eye sees of a translucent colour on a ground. */
function mixed(color: string, ground: string, part: number): string {
  const channels = (hex: string) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const below = channels(ground)
  const values = channels(color).map((one, at) => Math.round(one * part + below[at]! * (1 - part)))
  return `rgb(${values.join(', ')})`
}
