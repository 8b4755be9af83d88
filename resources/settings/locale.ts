import { extend } from '#schema'
import { locale as systemLocale, localization as systemLocalization } from '#system'

import { settingAccess, settingRule } from './access.ts'

export const locale = extend(systemLocale, { fields: {}, access: settingAccess('locale') })

export const localization = extend(systemLocalization, {
  fields: {},
  access: { ...settingAccess('localization'), import: settingRule('localization', 'import') },
})
