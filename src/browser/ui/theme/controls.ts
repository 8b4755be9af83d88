import { alpha, type ThemeOptions } from '@mui/material/styles'
import { dark, onTone, toneNames, type Colors } from './colors.ts'
import { cutAtEnd } from './clamped.ts'

/** As narrow as a phone, where fingers press: below MUI's `sm`. */
export const phone = '@media (max-width:599.95px)'
export const finger = 44

/** Room for a finger, whatever the size a screen asks for (docs/design.md). */
const forFingers = { [phone]: { minHeight: finger } }
const forFingersBothWays = { [phone]: { minHeight: finger, minWidth: finger } }

export type Components = NonNullable<ThemeOptions['components']>

export function shadow(ink: string): string {
  return `0 8px 28px ${alpha(ink === dark.ink ? '#000000' : ink, 0.18)}`
}

/** Beside what is typed: one button that opens the choices, and one that clears. */
const roomForButtons = {
  '&.MuiAutocomplete-hasPopupIcon .MuiOutlinedInput-root': { paddingRight: finger + 4 },
  '&.MuiAutocomplete-hasPopupIcon.MuiAutocomplete-hasClearIcon .MuiOutlinedInput-root': {
    paddingRight: 2 * finger + 4,
  },
}

/** A long label ends before the arrow that stands in the same place. */
const labelBesideArrow = {
  '& .MuiInputLabel-outlined:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 52px)' },
}

/** What a person presses and types into. */
export function controls({ mode, ink, quiet, line, edge, accent, tones }: Colors): Components {
  const ring = { outline: `2px solid ${accent}`, outlineOffset: 2 }
  const still = { disableRipple: true, disableTouchRipple: true }
  return {
    MuiButtonBase: {
      defaultProps: still,
      styleOverrides: { root: { '&.Mui-focusVisible': ring } },
    },
    MuiToggleButton: { styleOverrides: { root: forFingers } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          borderRadius: 8,
          minHeight: 36,
          '&[aria-disabled=true]': { opacity: 0.6, cursor: 'default' },
          ...forFingers,
        },
        sizeSmall: { minHeight: 30, ...forFingers },
      },
    },
    MuiTextField: {
      defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true },
    },
    MuiFormControl: {
      defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true },
    },
    MuiInputBase: { styleOverrides: { root: forFingers } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: forFingers,
        notchedOutline: { borderColor: edge },
        input: { '&::placeholder': { color: quiet, opacity: 1 } },
      },
    },
    MuiIconButton: { styleOverrides: { root: forFingersBothWays } },
    MuiCheckbox: { styleOverrides: { root: forFingersBothWays } },
    MuiRadio: { styleOverrides: { root: forFingersBothWays } },
    MuiSwitch: {
      styleOverrides: {
        // Around the knob: what goes beyond the switch is cut off.
        switchBase: {
          '&.Mui-focusVisible': { outline: 'none' },
          '&.Mui-focusVisible .MuiSwitch-thumb': ring,
        },
      },
    },
    MuiFormControlLabel: { styleOverrides: { root: forFingers } },
    MuiAutocomplete: {
      styleOverrides: {
        root: { ...labelBesideArrow, [phone]: roomForButtons },
        input: cutAtEnd,
        option: { overflowWrap: 'anywhere' },
        paper: { border: `1px solid ${line}`, boxShadow: shadow(ink) },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          fontSize: '0.875rem',
          '&.Mui-focusVisible': { outlineOffset: -2 },
          ...forFingers,
        },
      },
    },
    MuiChip: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: { borderRadius: 6, fontWeight: 550 },
        label: { unicodeBidi: 'plaintext' },
        deletable: { [phone]: { height: finger } },
        // The sign alone takes the chip away, so it reaches as far as a finger.
        deleteIcon: {
          [phone]: { boxSizing: 'content-box', padding: 11, margin: '0 -4px 0 -8px' },
        },
      },
      variants: toneNames.map((color) => ({
        props: { color, variant: 'filled' as const },
        style: { color: tones[color], backgroundColor: alpha(tones[color], 0.12) },
      })),
    },
    MuiAlert: {
      styleOverrides: { root: { borderRadius: 8 } },
      variants: toneNames.map((severity) => ({
        props: { severity, variant: 'filled' as const },
        style: { color: onTone[mode], backgroundColor: tones[severity] },
      })),
    },
    MuiLink: { defaultProps: { underline: 'hover' } },
  }
}

export function tables({ paper, quiet, line, accent }: Colors): Components {
  return {
    MuiTablePagination: {
      styleOverrides: { select: { '&:focus-visible': { outline: `2px solid ${accent}` } } },
    },
    MuiTable: { defaultProps: { size: 'small' } },
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderColor: line,
          fontSize: '0.875rem',
          '&.MuiTableCell-paddingCheckbox': { padding: '0 8px' },
          // A table scrolls: what may be folded stays in one line.
          '& wbr': { display: 'none' },
        },
        head: { color: quiet, backgroundColor: paper, fontSize: '0.8125rem', fontWeight: 600 },
        sizeSmall: { padding: '8px 14px' },
      },
    },
    MuiTableSortLabel: {
      styleOverrides: { root: { verticalAlign: 'top', '&.Mui-active': { fontWeight: 650 } } },
    },
  }
}
