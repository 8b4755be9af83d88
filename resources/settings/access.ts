import { both, can, either, lacks, type Access, type Rule } from '#schema'

/** Settings by the name that stands in their permission strings. */
export type SettingName =
  | 'locale'
  | 'localization'
  | 'status'
  | 'country'
  | 'language'
  | 'tag'
  | 'source'
  | 'sourceRandomStatus'
  | 'affiliateCompany'
  | 'request'

type SettingAccess = Pick<Access, 'list' | 'show' | 'create' | 'edit' | 'delete' | 'export'>

/**
 * Who may use a setting: holders of its permission from whom it is not hidden. `hide.non_privileged`
 * hides every setting but those named by `lead.settings.{name}` (specification 6, product.md 11.16).
 */
export function settingAccess(name: SettingName): SettingAccess {
  const holders = (action: string) => settingRule(name, action)
  return {
    list: holders('view'),
    show: holders('view'),
    create: holders('create'),
    edit: holders('update'),
    delete: holders('delete'),
    export: holders('export'),
  }
}

/** Whoever may do one thing to a setting that is not hidden from them. */
export function settingRule(name: SettingName, action: string): Rule {
  const isShown = either(lacks('hide.non_privileged'), can(`lead.settings.${name}`))
  return both(can(`settings.${name}.${action}`), isShown)
}

/** The same for a setting that no user changes. */
export function readOnlySettingAccess(
  name: SettingName,
): Pick<SettingAccess, 'list' | 'show' | 'export'> {
  const { list, show, export: rule } = settingAccess(name)
  return { list, show, export: rule }
}
