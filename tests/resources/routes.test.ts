import { describe, expect, test } from 'vitest'

import { fieldOf, permissionsOf, sentence, type Operation, type User } from '#schema'

import { resources } from '../../resources/index.ts'
import { lead } from '../../resources/leads/lead/lead.ts'
import { user as account } from '../../src/system/user/user.ts'
import { userWith } from '../fixtures/user.ts'

const allows = (name: string, operation: Operation, user: User) => {
  const resource = resources.find((one) => one.name === name)
  return resource?.access[operation](user) !== false
}

/** Specification 2: the address of a list, its resource and its permission. */
const lists = [
  ['lead/search', 'leads', 'lead.view'],
  ['failed/lead/search', 'failed_leads', 'failed.lead.view'],
  ['lead/black_list', 'black_list', 'lead.black_list.view'],
  ['lead/history/search', 'sends', 'lead.history.view'],
  ['lead/status/settings', 'status_maps', 'lead.statusSetting.view'],
  ['broker/search', 'brokers', 'broker.view'],
  ['broker/department/search', 'broker_departments', 'broker.department.view'],
  ['send/integration/search', 'send_integrations', 'send.integration.view'],
  ['profile/jobs', 'jobs', 'user.profile.job.view'],
  ['settings/locales', 'locales', 'settings.locale.view'],
  ['settings/localizations', 'localizations', 'settings.localization.view'],
  ['settings/statuses', 'statuses', 'settings.status.view'],
  ['settings/countries', 'countries', 'settings.country.view'],
  ['settings/languages', 'languages', 'settings.language.view'],
  ['settings/tags', 'tags', 'settings.tag.view'],
  ['settings/sources', 'sources', 'settings.source.view'],
  ['settings/affiliate/companies', 'affiliate_companies', 'settings.affiliateCompany.view'],
  [
    'settings/source/random/statuses/search',
    'source_random_statuses',
    'settings.sourceRandomStatus.view',
  ],
  ['settings/requests', 'requests', 'settings.request.view'],
  ['management/users', 'users', 'management.user.view'],
  ['management/roles', 'roles', 'management.role.view'],
  ['management/permissions', 'permissions', 'management.permission.view'],
] as const

test.each(lists)('%s lists %s for holders of %s', (address, name, permission) => {
  const resource = resources.find((one) => one.name === name)
  expect(resource?.routes.list).toBe(address)
  expect(allows(name, 'list', userWith(permission))).toBe(true)
  const others = permissionsOf(resource!).filter((one) => one !== permission)
  expect(allows(name, 'list', userWith(...others))).toBe(false)
})

test.each([
  ['create', 'management/user/create', 'users', 'create', 'management.user.create'],
  ['edit', 'management/user/:id/edit', 'users', 'edit', 'management.user.update'],
  ['create', 'management/role/create', 'roles', 'create', 'management.role.create'],
  ['edit', 'management/role/:id/edit', 'roles', 'edit', 'management.role.update'],
  ['show', 'lead/single/:id', 'leads', 'show', 'lead.single.view'],
] as const)('the %s view stands at %s', (view, address, name, operation, permission) => {
  const resource = resources.find((one) => one.name === name)
  expect(resource?.routes[view]).toBe(address)
  expect(allows(name, operation, userWith(permission))).toBe(true)
  const others = permissionsOf(resource!).filter((one) => one !== permission)
  expect(allows(name, operation, userWith(...others))).toBe(false)
})

/** Product.md 13: where the API of a resource stands. */
test.each([
  ['leads', 'lead'],
  ['failed_leads', 'failed/lead'],
  ['black_list', 'lead/black_list'],
  ['brokers', 'broker'],
  ['broker_departments', 'broker/department'],
  ['users', 'management/user'],
  ['roles', 'management/role'],
  ['permissions', 'management/permission'],
  ['locales', 'settings/locale'],
  ['localizations', 'settings/localization'],
  ['statuses', 'settings/status'],
  ['countries', 'settings/country'],
  ['languages', 'settings/language'],
  ['tags', 'settings/tag'],
  ['sources', 'settings/source'],
  ['source_random_statuses', 'settings/source/random/status'],
  ['affiliate_companies', 'settings/affiliate/company'],
  ['requests', 'settings/request'],
  ['jobs', 'profile/job'],
])('the calls of %s stand under /api/%s', (name, api) => {
  expect(resources.find((one) => one.name === name)?.api).toBe(api)
})

test('the sidebar has the groups and items of the specification, in its order', () => {
  const groups = new Map<string, string[]>()
  for (const { group, name } of resources) {
    if (group) groups.set(group, [...(groups.get(group) ?? []), name])
  }
  expect([...groups]).toEqual([
    ['Leads', ['leads', 'sends', 'failed_leads', 'black_list', 'status_maps']],
    ['Brokers', ['brokers', 'broker_departments', 'send_integrations']],
    ['Users management', ['users', 'roles', 'permissions', 'audit_entries']],
    [
      'Settings',
      [
        'locales',
        'localizations',
        'statuses',
        'countries',
        'languages',
        'tags',
        'sources',
        'source_random_statuses',
        'affiliate_companies',
        'retention_rules',
        'schedules',
      ],
    ],
  ])
})

describe('a job is seen', () => {
  const jobs = resources.find((one) => one.name === 'jobs')!

  test('by its own user, and by whoever may see all', () => {
    const own = userWith('user.profile.job.view')
    expect(jobs.access.list(own)).toEqual({ all: [{ any: [{ user: own.id }] }] })
    expect(jobs.access.list(userWith('user.profile.job.view', 'user.profile.job.all'))).toBe(true)
    expect(jobs.access.list(userWith('user.profile.job.all'))).toBe(false)
  })

  test('and never made or changed by hand', () => {
    const all = userWith(
      ...permissionsOf(jobs),
      'user.profile.job.create',
      'user.profile.job.update',
    )
    expect([jobs.access.create(all), jobs.access.edit(all), jobs.access.delete(all)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

/** Specification 3: every field of the wider model stands in a declaration under its own name. */
test.each([
  [
    'leads',
    `phone phone_prefix alt_phone alt_email address city state zip country date_of_birth language funnel
    comment status tags source purchase_site purchase_date purchase_amount recovery_amount product_name card_name
    card_type card_digits not_available_till api_lead_id api_ftd_at`,
  ],
  [
    'brokers',
    `company_name company_info company_web_pages agreement_details ip_addresses contract_expires_in
    affiliate_companies name`,
  ],
  [
    'broker_departments',
    `branch_name broker_id site_url api_token auth_type username allowed_ips is_sender send_a_lot`,
  ],
  [
    'countries',
    `name iso_3166_2 iso_3166_3 currency calling_code region_code sub_region_code eea flag`,
  ],
  ['jobs', 'total pending processed failed progress cancelled_at finished_at'],
  ['roles', 'name guard_name permissions'],
  ['permissions', 'name guard_name'],
  ['users', 'name email is_sender'],
  ['tags', 'name user_setting_id'],
  ['statuses', 'name text_color bg_color'],
])('%s have the fields of the specification', (name, fields) => {
  const declared = Object.keys(resources.find((one) => one.name === name)?.fields ?? {})
  expect(declared).toEqual(expect.arrayContaining(fields.split(/\s+/)))
})

test('restricted fields of a lead are read and written by permissions of their own', () => {
  const restricted = Object.entries(lead.fields).filter(([name]) =>
    /^(purchase_|recovery_|product_name|card_)/.test(name),
  )
  expect(restricted).toHaveLength(8)
  for (const [, { options }] of restricted) {
    expect(options).toMatchObject({
      readBy: 'lead.sensitive.view',
      writeBy: 'lead.sensitive.update',
    })
  }
})

test('no list, filter or form shows a password', () => {
  expect([...account.list, ...(account.filters ?? [])]).not.toContain('password')
})

test.each(resources.map((resource) => [resource.name, resource] as const))(
  'B17: no two columns of the list of %s have one name',
  (_name, resource) => {
    const labelOf = (name: string) => fieldOf(resource, name)?.options.label ?? sentence(name)
    const labels = resource.list.map(labelOf)
    expect(labels).toEqual([...new Set(labels)])
  },
)
