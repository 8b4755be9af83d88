import { expect, test } from 'vitest'

import { permissions } from '../../../resources/permissions.ts'
import { roles } from '../../../resources/roles.ts'

const names = permissions.map(({ name }) => name)
const held = (role: string) => roles.find(({ name }) => name === role)?.permissions ?? []

test('no permission is listed twice, and each has a group and a description', () => {
  expect(new Set(names).size).toBe(names.length)
  for (const { name, group, description } of permissions) {
    expect(name).toMatch(/^[a-z][A-Za-z_]*(?:\.[a-zA-Z_]+)+$/)
    expect(group).not.toBe('')
    expect(description).not.toBe('')
  }
})

const seen = `
  dashboard.view lead.view lead.single.view lead.history.view lead.black_list.view lead.statusSetting.view
  failed.lead.view lead.failed.view user.profile.view user.profile.notification.view user.profile.job.view
  broker.view broker.department.view broker.department.histories.view send.integration.view
  settings.locale.view settings.localization.view settings.status.view settings.country.view
  settings.language.view settings.tag.view settings.source.view settings.sourceRandomStatus.view
  settings.affiliateCompany.view settings.request.view
  management.user.view management.user.create management.user.update
  management.role.view management.role.create management.role.update
  management.permission.view management.permission.create management.permission.update
  management.role_has_permissions.view
  options.users.all options.brokers.all options.broker_departments.all options.sources.all options.tags.all
  options.countries.all options.statuses.all options.brokers.send options.statusesOfSent.all
  options.statuses.sendHistoryFailure options.affiliateCompanies.all
  hide.non_privileged lead.settings.locale lead.settings.localization lead.settings.status
  lead.settings.country lead.settings.language lead.settings.tag lead.settings.source
  lead.settings.sourceRandomStatus lead.settings.affiliateCompany lead.settings.request`

test.each(seen.trim().split(/\s+/))('%s of the specification is listed', (name) => {
  expect(names).toContain(name)
})

test.each(roles)(
  '$name is given only permissions that exist, each once',
  ({ permissions: given }) => {
    const known = new Set(['*', ...names])
    expect(given.filter((name) => !known.has(name))).toEqual([])
    expect(new Set(given).size).toBe(given.length)
  },
)

/** What a role may do beside what it may not. */
test.each([
  ['Manager', 'lead.update', 'management.user.view'],
  ['Manager', 'lead.export', 'lead.contact.export'],
  ['Manager', 'send.integration.update', 'send.integration.secret.update'],
  ['Manager', 'views.share', 'audit.view'],
  ['Sender', 'lead.send', 'views.share'],
  ['Sender', 'lead.send', 'lead.export'],
  ['Sender', 'options.brokers.send', 'settings.source.view'],
  // The integration of a department is chosen in the send dialog (product.md 6.1).
  ['Sender', 'options.integrations.all', 'send.integration.view'],
  ['Sender', 'lead.single.view', 'lead.contact.view'],
  ['Importer', 'lead.import', 'lead.send'],
  ['Importer', 'failed.lead.update', 'lead.export'],
  ['Integrator', 'settings.request.payload.view', 'lead.export'],
  ['Integrator', 'send.integration.secret.update', 'management.role.view'],
  ['Analyst', 'lead.export', 'lead.contact.view'],
  ['Analyst', 'dashboard.view', 'lead.update'],
  ['Privacy officer', 'lead.erase', 'lead.send'],
  ['Privacy officer', 'audit.view', 'lead.update'],
])('%s holds %s and not %s', (role, allowed, denied) => {
  expect(held(role)).toContain(allowed)
  expect(held(role)).not.toContain(denied)
})

test('the analyst changes nothing', () => {
  const changes = held('Analyst').filter((name) =>
    /\.(create|update|delete|import|send)$/.test(name),
  )
  expect(changes).toEqual(
    ['options.brokers.send', 'user.profile.update', 'user.profile.notification.delete'].sort(
      (a, b) => held('Analyst').indexOf(a) - held('Analyst').indexOf(b),
    ),
  )
})
