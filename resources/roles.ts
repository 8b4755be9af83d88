import { permissions } from './permissions.ts'

/** A role that an empty database is given. */
interface Role {
  readonly name: string
  readonly permissions: readonly string[]
}

const profile = [
  'user.profile.view',
  'user.profile.update',
  'user.profile.notification.view',
  'user.profile.notification.delete',
  'user.profile.job.view',
  'user.profile.job.cancel',
  'user.profile.job.pause',
  'user.profile.job.retry',
]

const leadOptions = [
  'options.sources.all',
  'options.tags.all',
  'options.countries.all',
  'options.languages.all',
  'options.statuses.all',
]

const sendingOptions = [
  ...leadOptions,
  'options.brokers.all',
  'options.brokers.send',
  'options.broker_departments.all',
  'options.integrations.all',
  'options.affiliateCompanies.all',
  'options.statusesOfSent.all',
  'options.statuses.sendHistoryFailure',
]

/** The seed roles of product.md 12. */
export const roles: readonly Role[] = [
  { name: 'Administrator', permissions: ['*'] },
  { name: 'Manager', permissions: all(isForManagers) },
  {
    name: 'Sender',
    permissions: [
      'lead.view',
      'lead.single.view',
      'lead.send',
      'lead.importThenSend',
      'lead.failed.view',
      'lead.history.view',
      'lead.history.retry',
      'lead.history.cancel',
      // The day of 16.1 ends with "Needs a check" empty: who sent a lead asks the broker what became of it. What is decided
      // stands in the lead's history with its user, and what is sent again passes every check once more.
      'lead.history.resolve',
      // It begins with who is open and what is left of the caps: the list alone. Nothing is changed by it, and the page
      // of a department, with who changed what, needs `broker.department.histories.view`.
      'broker.department.view',
      ...sendingOptions,
      ...profile,
    ],
  },
  {
    name: 'Importer',
    permissions: [
      'lead.view',
      'lead.single.view',
      'lead.create',
      'lead.import',
      'lead.import.undo',
      'lead.status.update',
      'lead.tag.update',
      ...all((name) => name.startsWith('failed.lead.')),
      ...settingsOf('source', 'view', 'create', 'update'),
      ...settingsOf('tag', 'view', 'create', 'update', 'share'),
      ...leadOptions,
      ...profile,
    ],
  },
  {
    name: 'Integrator',
    permissions: [
      ...all((name) => name.startsWith('send.integration.')),
      'broker.view',
      'broker.department.view',
      'broker.department.histories.view',
      'broker.department.update',
      'broker.department.token',
      'broker.department.pause',
      'lead.history.view',
      'lead.history.payload.view',
      'lead.failed.view',
      'lead.statusSetting.view',
      'lead.statusSetting.create',
      'lead.statusSetting.update',
      ...settingsOf('request', 'view', 'payload.view'),
      ...sendingOptions,
      ...profile,
    ],
  },
  {
    name: 'Analyst',
    permissions: [
      'dashboard.view',
      'lead.view',
      'lead.single.view',
      'lead.export',
      'lead.failed.view',
      'lead.history.view',
      'lead.history.export',
      'failed.lead.view',
      'failed.lead.export',
      'broker.view',
      'broker.department.view',
      'broker.department.histories.view',
      'broker.department.ftd.view',
      'broker.department.ftd.export',
      'options.users.all',
      ...sendingOptions,
      ...profile,
    ],
  },
  {
    name: 'Privacy officer',
    permissions: [
      'lead.view',
      'lead.single.view',
      'lead.contact.view',
      'lead.contact.export',
      'lead.sensitive.view',
      'lead.export',
      'lead.erase',
      ...all((name) => name.startsWith('lead.black_list.')),
      'lead.failed.view',
      'lead.history.view',
      'lead.history.export',
      'failed.lead.view',
      'failed.lead.export',
      ...all((name) => name.startsWith('audit.')),
      'options.users.all',
      ...sendingOptions,
      ...profile,
    ],
  },
]

/** Everything but people and their rights, secrets, open exports, erasing, the audit log and others' jobs. */
function isForManagers(name: string): boolean {
  const withheld = [
    'management.',
    'audit.',
    'hide.',
    'lead.contact.export',
    'lead.erase',
    'lead.send.force',
    'lead.black_list.force',
    'send.integration.secret.update',
    'broker.department.token',
    'settings.request.payload.view',
    'lead.history.payload.view',
    'lead.import.undo.all',
    'user.profile.job.all',
  ]
  return !withheld.some((one) => name.startsWith(one))
}

function all(isMeant: (name: string) => boolean): string[] {
  return permissions.map(({ name }) => name).filter(isMeant)
}

function settingsOf(name: string, ...actions: string[]): string[] {
  return actions.map((action) => `settings.${name}.${action}`)
}
