import { placeholder } from './line.ts'

/** The title of one row of a table of tests: `%s needs %s` with the row's values. */
export const row = (title: string, ...values: readonly string[]): string =>
  values.reduce((text, value) => text.replace(placeholder, () => value), title)

/** The titles of all rows of a table of tests. */
export const rows = (title: string, all: readonly (readonly string[])[]): string[] =>
  all.map((values) => row(title, ...values))

/** Specification 2: address and permission of each screen. */
export const screenTable = [
  ['dashboard', 'dashboard.view'],
  ['lead/search', 'lead.view'],
  ['lead/single/{id}', 'lead.single.view'],
  ['failed/lead/search', 'failed.lead.view'],
  ['lead/status/settings', 'lead.statusSetting.view'],
  ['lead/history/search', 'lead.history.view'],
  ['lead/black_list', 'lead.black_list.view'],
  ['profile', 'user.profile.view'],
  ['profile/notifications', 'user.profile.notification.view'],
  ['profile/notification/{id}', 'user.profile.notification.view'],
  ['profile/jobs', 'user.profile.job.view'],
  ['broker/search', 'broker.view'],
  ['broker/department/search', 'broker.department.view'],
  ['broker/department/{id}/histories/view', 'broker.department.histories.view'],
  ['send/integration/search', 'send.integration.view'],
  ['settings/locales', 'settings.locale.view'],
  ['settings/localizations', 'settings.localization.view'],
  ['settings/statuses', 'settings.status.view'],
  ['settings/countries', 'settings.country.view'],
  ['settings/languages', 'settings.language.view'],
  ['settings/tags', 'settings.tag.view'],
  ['settings/sources', 'settings.source.view'],
  ['settings/affiliate/companies', 'settings.affiliateCompany.view'],
  ['settings/source/random/statuses/search', 'settings.sourceRandomStatus.view'],
  ['settings/requests', 'settings.request.view'],
  ['management/users', 'management.user.view'],
  ['management/user/create', 'management.user.create'],
  ['management/user/{id}/edit', 'management.user.update'],
  ['management/roles', 'management.role.view'],
  ['management/role/create', 'management.role.create'],
  ['management/role/{id}/edit', 'management.role.update'],
  ['management/permissions', 'management.permission.view'],
] as const

/** With the id of the record that the tests have. */
export const screens = screenTable.map(([path, permission]) => [
  path.replace('{id}', '3'),
  permission,
])

/** Specification 3, 6 and 7: name, address and permission of each list of items with ids. */
export const itemLists = {
  '/management/user/all': ['users', 'options.users.all'],
  '/broker/all': ['brokers', 'options.brokers.all'],
  '/broker/all/for/send': ['brokersForSend', 'options.brokers.send'],
  '/broker/department/all': ['broker_departments', 'options.broker_departments.all'],
  '/settings/source/all': ['sources', 'options.sources.all'],
  '/settings/tag/all': ['tags', 'options.tags.all'],
  '/settings/country/all': ['countries', 'options.countries.all'],
  '/settings/status/all': ['statuses', 'options.statuses.all'],
  '/settings/affiliate/company/all': ['affiliate_companies', 'options.affiliateCompanies.all'],
} as const

export const optionListNames = [
  ...Object.values(itemLists).map(([name]) => name),
  'sentLeadStatuses',
  'sentHistoryFailureStatuses',
  'roles',
]

/** Specification 6. */
export const seenStrings =
  `dashboard.view lead.view lead.single.view lead.history.view lead.black_list.view lead.statusSetting.view
  failed.lead.view lead.failed.view user.profile.view user.profile.notification.view user.profile.job.view
  broker.view broker.department.view broker.department.histories.view send.integration.view
  settings.locale.view settings.localization.view settings.status.view settings.country.view settings.language.view
  settings.tag.view settings.source.view settings.sourceRandomStatus.view settings.affiliateCompany.view
  settings.request.view
  management.user.view management.user.create management.user.update
  management.role.view management.role.create management.role.update
  management.permission.view management.permission.create management.permission.update
  management.role_has_permissions.view`.split(/\s+/)
