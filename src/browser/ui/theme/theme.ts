import flags from 'country-flag-emoji-polyfill/dist/TwemojiCountryFlags.woff2?url'

import { alpha, darken, lighten, type ThemeOptions } from '@mui/material/styles'
import { dark, light, onTone, type Colors } from './colors.ts'
import { controls, finger, phone, shadow, tables, type Components } from './controls.ts'
import { overlayHome, ModalFade, ModalSlide } from './overlays.tsx'
import { reactAdminParts } from './reactAdmin.ts'

/**
 * As large as a finger without moving what stands around it. It stays inline: what strikes a text through reaches nothing
 * else.
 */
const reach = {
  position: 'relative',
  paddingBlock: '15px',
  '&::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    insetInline: `min(0px, (100% - ${finger}px) / 2)`,
  },
} as const

/** Where the browser puts its own colours in the place of ours: edges for what is an area of colour alone. */
const withoutOwnColors = {
  '.MuiButton-contained, .initials': { border: '1px solid ButtonText !important' },
  '.MuiSwitch-track': { border: '1px solid ButtonText', opacity: '1 !important' },
  '.MuiSwitch-thumb': { border: '1px solid ButtonText' },
  '.row-box:is(:checked, :indeterminate)::before': { backgroundColor: 'Highlight !important' },
  '.Mui-checked .MuiSwitch-thumb, .MuiLinearProgress-bar': {
    forcedColorAdjust: 'none',
    backgroundColor: 'Highlight !important',
  },
  '.MuiLinearProgress-root': { border: '1px solid ButtonText' },
  '.cell-tool::before, .row-box::before, .row-menu-button::before': {
    forcedColorAdjust: 'none',
    backgroundColor: 'ButtonText !important',
  },
  // Twice, as buttons have no outline of their own.
  '.Mui-selected.Mui-selected': { outline: '1px solid Highlight', outlineOffset: -1 },
}

/** Takes the turns of the wheel, so that the page does not move away below an open menu. */
const stopper = {
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  scrollbarWidth: 'none',
  '&::after': { content: '""', display: 'block', height: 'calc(100% + 1px)' },
} as const

/** Flags of countries, and nothing else, for systems that show two letters or boxes in their place, as Windows does. */
const flagFont = {
  fontFamily: 'Flags',
  src: `url(${flags}) format('woff2')`,
  unicodeRange: 'U+1F1E6-1F1FF',
  fontDisplay: 'swap',
} as const

export const lightTheme = themeOf(light)
export const darkTheme = themeOf(dark)

/** The console's look: quiet surfaces, hairlines instead of shadows, one accent, small and even density. */
function themeOf(colors: Colors): ThemeOptions {
  return {
    palette: paletteOf(colors),
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: `${flagFont.fontFamily}, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`,
      h5: {
        fontSize: '1.375rem',
        fontWeight: 650,
        letterSpacing: '-0.015em',
        lineHeight: 1.3,
        [phone]: { fontSize: '1.25rem' },
      },
      h6: { fontSize: '1.0625rem', fontWeight: 600, letterSpacing: '-0.01em' },
      subtitle2: { fontWeight: 600 },
      body2: { fontSize: '0.875rem' },
      // Low enough for the least height to decide: half pixels would blur what stays in place.
      button: { fontWeight: 550, lineHeight: 1.5, textTransform: 'none' },
    },
    components: {
      ...surfaces(colors),
      ...controls(colors),
      ...tables(colors),
      ...reactAdminParts,
    },
  }
}

function paletteOf({ mode, page, paper, ink, quiet, line, accent, onAccent, tones }: Colors) {
  // `dark` is what a filled button turns to below a pointer: away from the colour of its text.
  const filled = (main: string) => ({
    main,
    dark: mode === 'dark' ? lighten(main, 0.25) : darken(main, 0.3),
  })
  const tone = (main: string) => ({ ...filled(main), contrastText: onTone[mode] })
  return {
    mode,
    background: { default: page, paper },
    text: { primary: ink, secondary: quiet },
    divider: line,
    action: { active: quiet },
    primary: { ...filled(accent), contrastText: onAccent },
    secondary: { main: ink },
    error: tone(tones.error),
    warning: tone(tones.warning),
    info: tone(tones.info),
    success: tone(tones.success),
  }
}

function surfaces({ page, ink, line, accent }: Colors): Components {
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
