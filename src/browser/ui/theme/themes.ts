import type { ThemeOptions } from '@mui/material/styles'

import type { Direction } from '../../client/i18n/language.ts'
import { darkTheme, lightTheme } from './theme.ts'

type Translate = (key: string, values: { _: string }) => string

interface Themes {
  readonly lightTheme: ThemeOptions
  readonly darkTheme: ThemeOptions
}

/** The themes in a direction, with the words of MUI's own parts. */
export function themesIn(direction: Direction, translate: Translate): Themes {
  const words = componentWords(translate)
  const themed = ({ components, ...theme }: ThemeOptions): ThemeOptions => ({
    ...theme,
    direction,
    components: {
      ...components,
      MuiAutocomplete: withProps(components?.MuiAutocomplete, words.autocomplete),
      MuiPagination: withProps(components?.MuiPagination, words.pagination),
      MuiAlert: withProps(components?.MuiAlert, words.alert),
    },
  })
  return { lightTheme: themed(lightTheme), darkTheme: themed(darkTheme) }
}

function withProps<Props extends object>(
  look: { defaultProps?: object } | undefined,
  props: Props,
) {
  return { ...look, defaultProps: { ...look?.defaultProps, ...props } }
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
