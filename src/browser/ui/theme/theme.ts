import { darken, lighten, type ThemeOptions } from '@mui/material/styles'
import { dark, light, onTone, type Colors } from './colors.ts'
import { controls, phone, tables } from './controls.ts'
import { reactAdminParts } from './reactAdmin.ts'
import { flagFont } from './baseline.ts'
import { surfaces } from './surfaces.ts'

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
    components: { ...surfaces(colors), ...controls(colors), ...tables(colors), ...reactAdminParts },
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
