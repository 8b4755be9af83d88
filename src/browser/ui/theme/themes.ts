import type { ThemeOptions } from '@mui/material/styles'
import type { I18nProvider } from 'react-admin'

import type { Direction } from '../../client/i18n/formats.ts'
import { createT } from '../../client/i18n/texts.ts'
import { darkTheme, lightTheme } from './theme.ts'

type Translate = I18nProvider['translate']

interface Themes {
  readonly lightTheme: ThemeOptions
  readonly darkTheme: ThemeOptions
}

/** The themes in a direction, with the words of MUI's own parts. */
export function themesIn(direction: Direction, translate: Translate): Themes {
  const componentProps = componentTexts(translate)
  const themed = ({ components, ...theme }: ThemeOptions): ThemeOptions => ({
    ...theme,
    direction,
    components: {
      ...components,
      MuiAutocomplete: withProps(components?.MuiAutocomplete, componentProps.autocomplete),
      MuiPagination: withProps(components?.MuiPagination, componentProps.pagination),
      MuiAlert: withProps(components?.MuiAlert, componentProps.alert),
    },
  })
  return { lightTheme: themed(lightTheme), darkTheme: themed(darkTheme) }
}

function withProps<Props extends object>(
  component: { defaultProps?: object } | undefined,
  props: Props,
) {
  return { ...component, defaultProps: { ...component?.defaultProps, ...props } }
}

function componentTexts(translate: Translate) {
  const t = createT(translate)
  return {
    autocomplete: {
      clearText: t('clear'),
      closeText: t('close'),
      openText: t('open'),
      loadingText: t('loading'),
      noOptionsText: t('no_choices'),
    },
    pagination: { 'aria-label': t('pages') },
    alert: { closeText: t('close') },
  }
}
