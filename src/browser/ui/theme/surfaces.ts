import { alpha } from '@mui/material/styles'
import type { Colors } from './colors.ts'
import { finger, phone, shadow, type Components } from './controls.ts'
import { overlayHome, ModalFade, ModalSlide } from './overlays.tsx'
import { reach, withoutOwnColors, flagFont } from './baseline.ts'

/** Takes the turns of the wheel, so that the page does not move away below an open menu. */
const stopper = {
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'none',
  '&::after': { content: '""', display: 'block', height: 'calc(100% + 1px)' },
} as const

export function surfaces({ page, ink, line, accent }: Colors): Components {
  // A dialog without a field to begin with has the focus itself.
  const focused = { '&:focus-visible': { outline: `2px solid ${accent}`, outlineOffset: -2 } }
  return {
    MuiCssBaseline: {
      styleOverrides: {
        // What gets the focus comes to stand between the header and the buttons that stay in sight.
        html: { scrollPaddingBlock: '72px 80px' },
        body: { fontSize: '0.9375rem' },
        '@font-face': flagFont,
        ':focus-visible': { outline: `2px solid ${accent}`, outlineOffset: 2 },
        'dd a': { [phone]: reach },
        summary: { [phone]: { boxSizing: 'border-box', minHeight: finger, paddingBlock: 10 } },
        // Isolated text does not tell the chip around it where it ends.
        '.color-chip bdi': {
          display: 'inline-block',
          maxWidth: '100%',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          verticalAlign: 'bottom',
        },
        '::selection': { backgroundColor: alpha(accent, 0.25) },
        '@media (forced-colors: active)': withoutOwnColors,
        // What moves arrives at once, for those who asked for less motion.
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '1ms !important',
            animationDelay: '0s !important',
            animationIterationCount: '1 !important',
            transitionDuration: '1ms !important',
            transitionDelay: '0s !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
    // A strong line is no heading.
    MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'div', subtitle2: 'div' } } },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' } },
    },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiMenu: { styleOverrides: { paper: { border: `1px solid ${line}` } } },
    MuiPopover: {
      // A lock would make the page's main part a place to scroll of its own, and what sticks in it jump.
      defaultProps: { container: overlayHome, disableScrollLock: true },
      styleOverrides: { root: stopper, paper: { boxShadow: shadow(ink), ...focused } },
    },
    MuiPopper: { defaultProps: { container: overlayHome, popperOptions: { strategy: 'fixed' } } },
    MuiDrawer: {
      defaultProps: { slots: { transition: ModalSlide } },
      styleOverrides: { paper: { scrollPaddingBlockEnd: 80 } },
    },
    MuiBackdrop: { defaultProps: { slots: { transition: ModalFade } } },
    MuiDialog: {
      defaultProps: { slots: { transition: ModalFade } },
      styleOverrides: {
        // It names what it is about, which may be one long word.
        paper: {
          border: `1px solid ${line}`,
          boxShadow: shadow(ink),
          overflowWrap: 'anywhere',
          ...focused,
        },
        // It takes the focus from what is gone.
        container: { '&:focus-visible > *': focused['&:focus-visible'] },
      },
    },
    // The first tab stands below the title, not beside the place of an arrow that is off.
    MuiTabs: { styleOverrides: { scrollButtons: { '&.Mui-disabled': { width: 0 } } } },
    // The buttons end where the text above them does. What has no place beside another stands below it: no word is cut.
    MuiDialogActions: {
      styleOverrides: { root: { flexWrap: 'wrap', rowGap: 8, padding: '8px 24px 20px' } },
    },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: { tooltip: { backgroundColor: ink, color: page, fontSize: '0.8125rem' } },
    },
    MuiAppBar: { defaultProps: { elevation: 0, color: 'inherit' } },
  }
}
