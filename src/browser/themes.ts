import type { ThemeOptions } from '@mui/material/styles'

import type { Direction } from './language.ts'
import { darkTheme, lightTheme } from './theme.ts'

type Translate = (key: string, values: { _: string }) => string

interface Themes {
  readonly lightTheme: ThemeOptions
  readonly darkTheme: ThemeOptions
}

/** The themes in a direction, with the words of MUI's own parts. */
export function themesIn(direction: Direction, translate: Translate): Themes {
  const words = componentWords(translate)
  const mirrored = direction === 'rtl' && { MuiSvgIcon: { styleOverrides: { root: pointing } } }
  const themed = ({ components, ...theme }: ThemeOptions): ThemeOptions => ({
    ...theme,
    direction,
    components: {
      ...components,
      ...mirrored,
      MuiAutocomplete: { ...components?.MuiAutocomplete, defaultProps: words.autocomplete },
      MuiPagination: { defaultProps: words.pagination },
      MuiAlert: { ...components?.MuiAlert, defaultProps: words.alert },
    },
  })
  return { lightTheme: themed(lightTheme), darkTheme: themed(darkTheme) }
}

/** Icons that point somewhere; those of MUI's pagination turn round by themselves. */
const pointing = {
  '&:is([data-testid=MenuOpenIcon], [data-testid=ArrowForwardIcon], [data-testid=ArrowBackIcon], [data-testid=UndoIcon], [data-testid=RedoIcon], [data-testid=LogoutIcon], [data-testid=SendIcon])':
    { transform: 'scaleX(-1)' },
}

function componentWords(translate: Translate) {
  const say = (key: string, english: string) => translate(`console.${key}`, { _: english })
  return {
    autocomplete: {
      clearText: say('clear', 'Clear'),
      closeText: say('close', 'Close'),
      openText: say('open', 'Open'),
      loadingText: say('loading', 'Loading'),
      noOptionsText: say('no_choices', 'Nothing found'),
    },
    pagination: { 'aria-label': say('pages', 'Pages') },
    alert: { closeText: say('close', 'Close') },
  }
}
