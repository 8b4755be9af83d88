import * as by from './by.ts'
import type { Lines } from './line.ts'
import { row, rows, screens } from './rows.ts'

const lists = {
  leads: ['lead/search', 'lead.view'],
  failed_leads: ['failed/lead/search', 'failed.lead.view'],
  sends: ['lead/history/search', 'lead.history.view'],
  black_list: ['lead/black_list', 'lead.black_list.view'],
  status_maps: ['lead/status/settings', 'lead.statusSetting.view'],
  brokers: ['broker/search', 'broker.view'],
  broker_departments: ['broker/department/search', 'broker.department.view'],
  send_integrations: ['send/integration/search', 'send.integration.view'],
  users: ['management/users', 'management.user.view'],
  roles: ['management/roles', 'management.role.view'],
  permissions: ['management/permissions', 'management.permission.view'],
  locales: ['settings/locales', 'settings.locale.view'],
  localizations: ['settings/localizations', 'settings.localization.view'],
  statuses: ['settings/statuses', 'settings.status.view'],
  countries: ['settings/countries', 'settings.country.view'],
  languages: ['settings/languages', 'settings.language.view'],
  tags: ['settings/tags', 'settings.tag.view'],
  sources: ['settings/sources', 'settings.source.view'],
  source_random_statuses: [
    'settings/source/random/statuses/search',
    'settings.sourceRandomStatus.view',
  ],
  affiliate_companies: ['settings/affiliate/companies', 'settings.affiliateCompany.view'],
  requests: ['settings/requests', 'settings.request.view'],
} as const

const listed = (...names: (keyof typeof lists)[]) =>
  by.resourceRoutes(
    ...names.map((name) => {
      const [path, permission] = lists[name]
      return row('%s lists %s for holders of %s', path, name, permission)
    }),
  )

const words = [
  'Leads',
  'Statuses',
  'Tags',
  'Sources',
  'Countries',
  'Languages',
  'Affiliate companies',
  'Roles',
  'Permissions',
].map((word) => [word])
const phrases = [
  ['lead status settings'],
  ['import then send'],
  ['randomize data'],
  ['broker department FTD statistics'],
]

/** Specification 1: what the product does and for whom. */
export const product: Lines = {
  'internal staff who sign in with e-mail and password': by.calls(
    'whoever signs in gets what the specification says, and is gone after signing out',
  ),
  'every screen and action depends on permission strings granted to the signed-in user': [
    by.routes(
      ...rows('31: %s is a no-permission page without %s, and asks for no data', screens),
      'no screen of its own is without a permission',
    ),
    by.reach('specification 1: no screen is without a permission but those that say how'),
    by.reviewedRoutes(
      'as it was reviewed',
      'and means it: signed out 401, without a permission 403 or nothing',
    ),
  ],
  leads: listed('leads'),
  'failed leads, lead history, a black list, lead status settings': listed(
    ...(['failed_leads', 'sends', 'black_list', 'status_maps'] as const),
  ),
  brokers: listed('brokers'),
  'broker departments': listed('broker_departments'),
  'send integrations': listed('send_integrations'),
  'lead import and export': [
    by.leadFiles(
      'gets what its source says, who brought it, and its keys',
      'has its contact masked for the %s',
    ),
    by.imports('becomes records, each value in the form of its kind'),
    by.exports('holds what the list shows, in words a person reads'),
  ],
  'FTD statistics per broker department': [
    by.statistics('reading and exporting have permissions of their own'),
    by.statisticsScreen(
      'FTD statistics are a row for each part and one for all, and say what is not known',
    ),
  ],
  'users, roles and permissions management': [
    listed('users', 'roles', 'permissions'),
    by.management(
      'signs in with what the roles give, and nobody sees the password again',
      'gives and takes at once what is changed in it',
    ),
  ],
  'locales, localizations, statuses, countries, languages, tags, sources, source random statuses, affiliate companies, requests':
    [
      listed(
        ...(['locales', 'localizations', 'statuses', 'countries', 'languages', 'tags'] as const),
        ...(['sources', 'source_random_statuses', 'affiliate_companies', 'requests'] as const),
      ),
      by.form('sends every value as its kind'),
    ],
  'a dashboard with five small statistics: leads, failed leads, leads sent successfully, leads sent failed, FTDs':
    [
      by.dashboardNumbers(
        'have a label key, value, percentage, direction and a series of seven days',
      ),
      by.dashboard('is shown by lead.view alone'),
      by.sendRoutes(
        'specification 1: is in the sent leads of the dashboard, or in those that failed, but for tests',
      ),
    ],
  'each has a label key, value, percentage, an increase/decrease flag, and a 7-day series': [
    by.dashboardNumbers(
      'have a label key, value, percentage, direction and a series of seven days',
    ),
    by.dashboard('has its label, value, percentage and direction'),
  ],
  'labels are dates, datasets are the series data': by.dashboard(
    'says its series to people who do not see it drawn, a row a day',
  ),
  'before data arrives a placeholder series of 7 daily points is used': by.dashboard(
    'holds seven daily points in the place of its series until the data arrives',
    'specification 1: the placeholder has seven days, the last one today',
  ),
  'per-user profile': by.profile('shows name, e-mail, language, time zone and page size'),
  'a notifications bell': by.notices(
    'links each message, with title, message and updated time, to profile/notification/{id}',
  ),
  'a jobs list': by.jobs('shows progress, and moves with the live stream'),
  'the interface is translated': [
    by.language('is chosen in the header, fetched then, and turns the page round'),
    by.catalogue(
      'has a key and an English text for all it says',
      'is complete in Arabic: no key less, none more, no form of another',
    ),
  ],
  'an English dictionary is built in': by.language(
    'is built in and the default: no other language is fetched',
  ),
  'further translations are fetched from the server': by.translations(
    'translations are saved to browser storage and come back at once',
  ),
  'default language is en': by.language(
    'is built in and the default: no other language is fetched',
  ),
  'the dictionary covers leads, statuses, tags, sources, countries, languages, affiliate companies, roles, permissions':
    by.catalogue(...rows('has the word of the specification for %s', words)),
  'the dictionary covers lead status settings, import then send, randomize data, broker department FTD statistics':
    by.catalogue(...rows('specification 1: has the words of the screens for %s', phrases)),
}
