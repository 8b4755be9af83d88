import { mapValues } from '#schema'

import { systemPermissions } from '#system'

/** One permission string with its place in the role editor. */
interface Permission {
  readonly name: string
  readonly group: string
  readonly description: string
  /** Takes something away from its holders. */
  readonly restricts?: true
  /** Guards nothing in this release: roles keep it, and nobody is offered it. */
  readonly planned?: true
}

/** Permissions whose screens and actions are still to come. A test holds this list against the sources. */
const planned: ReadonlySet<string> = new Set([
  'settings.request.create',
  'settings.request.update',
  'settings.request.delete',
])

/** Every permission string of specification 6 and product.md 12, those that declarations read included. */
export const permissions: readonly Permission[] = [
  ...group('Dashboard', '', { 'dashboard.view': 'See the dashboard' }),
  ...group('Leads', 'lead.', {
    view: 'See the list of leads',
    'single.view': 'Open a lead',
    create: 'Create leads',
    update: 'Change leads',
    delete: 'Delete leads',
    send: 'Send leads; needs a user who is a sender',
    'send.force': 'Send leads that may be at another department already',
    'status.update': 'Change the status of leads',
    'status.force': 'Change a status that is final',
    'tag.update': 'Add and remove tags of leads',
    'comment.create': 'Comment on leads',
    import: 'Import leads from files',
    'import.undo': 'Undo own imports',
    'import.undo.all': 'Undo everybody’s imports',
    importThenSend: 'Import then send: import leads and send them at once',
    randomizeData: 'Randomize data: shuffle sends, spread labels and make test leads',
    export: 'Export leads, contacts masked',
    'contact.view': 'Reveal e-mail addresses and phone numbers, and search by parts of them',
    'contact.export': 'Export e-mail addresses and phone numbers in the clear',
    'sensitive.view': 'See purchase, recovery and card fields',
    'sensitive.update': 'Change purchase, recovery and card fields',
    'ftd.update': 'Set and cancel first-time deposits by hand',
    erase: 'Erase the data of a person',
    'failed.view': 'See failed sends: how many, and those of a lead',
  }),
  ...group('Lead history', 'lead.history.', {
    view: 'See what was sent and changed',
    'payload.view': 'See the bodies of calls to brokers',
    retry: 'Send again',
    cancel: 'Cancel waiting sends',
    resolve: 'Decide sends with an unknown outcome',
    return: 'Mark sends as returned',
    export: 'Export the history',
  }),
  ...group('Black list', 'lead.black_list.', {
    view: 'See the black list',
    create: 'Put people on the black list',
    update: 'Change entries of the black list',
    delete: 'Take entries off the black list',
    import: 'Import entries of the black list',
    export: 'Export the black list as hashes',
    force: 'Take off entries that a person asked for',
  }),
  ...records('Lead status settings', 'lead.statusSetting', 'lead status settings'),
  ...group('Failed leads', 'failed.lead.', {
    view: 'See failed leads',
    update: 'Mend failed leads and try again',
    delete: 'Discard failed leads',
    accept: 'Accept a duplicate as a new lead',
    export: 'Export failed leads',
  }),
  ...records('Brokers', 'broker', 'brokers'),
  ...records('Brokers', 'broker.department', 'broker departments'),
  ...group('Brokers', 'broker.department.', {
    'histories.view': 'See the history of a department',
    token: 'Make tokens of departments',
    pause: 'Pause and resume departments',
    'ftd.view': 'See broker department FTD statistics',
    'ftd.export': 'Export broker department FTD statistics',
  }),
  ...actionPermissions('Send integrations', 'send.integration', 'send integrations'),
  ...group('Send integrations', 'send.integration.', {
    export: 'Export send integrations, without secrets',
    test: 'Test integrations',
    activate: 'Activate and pause integrations',
    sync: 'Ask brokers for statuses now',
    'secret.update': 'Replace secrets of integrations',
  }),
  ...Object.entries(settings()).flatMap(([name, label]) =>
    records('Settings', `settings.${name}`, label),
  ),
  ...group('Settings', 'settings.', {
    'localization.import': 'Import localizations',
    'tag.share': 'Make tags for everybody and for others',
    'request.payload.view': 'See the bodies of logged requests',
  }),
  ...group('Restriction', '', {
    'hide.non_privileged': 'Takes away: hides all settings but those allowed below',
  }).map((permission) => ({ ...permission, restricts: true as const })),
  ...group(
    'Restriction',
    'lead.settings.',
    mapValues(settings(), (label) => `Use ${label} although hidden`),
  ),
  ...records('Users management', 'management.user', 'users'),
  ...records('Users management', 'management.role', 'roles'),
  ...records('Users management', 'management.permission', 'permissions'),
  ...systemPermissions,
  ...group('Option lists', 'options.', {
    'users.all': 'Choose among users',
    'brokers.all': 'Choose among brokers',
    'brokers.send': 'Choose among brokers to send to',
    'broker_departments.all': 'Choose among broker departments',
    'integrations.all': 'Choose among send integrations',
    'sources.all': 'Choose among sources',
    'tags.all': 'Choose among tags',
    'countries.all': 'Choose among countries',
    'languages.all': 'Choose among languages',
    'statuses.all': 'Choose among statuses',
    'statusesOfSent.all': 'Choose among statuses of sent leads',
    'statuses.sendHistoryFailure': 'Choose among reasons of failed sends',
    'affiliateCompanies.all': 'Choose among affiliate companies',
  }),
  ...group('Audit', 'audit.', { view: 'See the audit log', export: 'Export the audit log' }),
].map((permission) =>
  planned.has(permission.name) ? { ...permission, planned: true } : permission,
)

/** Names of the settings as permission strings write them (product.md 11.16). */
function settings(): Record<string, string> {
  return {
    locale: 'locales',
    localization: 'localizations',
    status: 'statuses',
    country: 'countries',
    language: 'languages',
    tag: 'tags',
    source: 'sources',
    sourceRandomStatus: 'source random statuses',
    affiliateCompany: 'affiliate companies',
    request: 'requests',
  }
}

function group(title: string, prefix: string, described: Record<string, string>): Permission[] {
  return Object.entries(described).map(([name, description]) => ({
    name: prefix + name,
    group: title,
    description,
  }))
}

/** The actions, and the export of a list. */
function records(title: string, prefix: string, label: string): Permission[] {
  return [
    ...actionPermissions(title, prefix, label),
    ...group(title, `${prefix}.`, { export: `Export ${label}` }),
  ]
}

function actionPermissions(title: string, prefix: string, label: string): Permission[] {
  return group(title, `${prefix}.`, {
    view: `See ${label}`,
    create: `Create ${label}`,
    update: `Change ${label}`,
    delete: `Delete ${label}`,
  })
}
