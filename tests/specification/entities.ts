import * as by from './by.ts'
import type { Lines } from './line.ts'
import { itemLists, row, rows } from './rows.ts'

const fields = (...names: readonly string[]) =>
  by.resourceRoutes(
    ...rows(
      '%s have the fields of the specification',
      names.map((name) => [name]),
    ),
  )
const labelled = [
  'users',
  'brokers',
  'brokersForSend',
  'broker_departments',
  'tags',
  'countries',
  'sentLeadStatuses',
  'sentHistoryFailureStatuses',
  'roles',
].map((name) => row('of %s is a value with a label', name))
const item = [
  by.options(...labelled),
  by.calls(
    ...rows(
      '%s needs %s and has the fields of the specification',
      Object.entries(itemLists).map(([path, [, permission]]) => [path, permission]),
    ),
  ),
]

/** Specification 3: entities and their fields. */
export const entities: Lines = {
  'signed-in user: name, email, is_sender (0/1), permissions, notifications, total_notifications, settings':
    [
      by.signIn('answers everything that specification 3 and 7 name'),
      by.session('needs no more of a user than specification 3 lists'),
    ],
  'at login also access_token, token_type, expires_at': by.signIn(
    'answers everything that specification 3 and 7 name',
  ),
  'notification: id, data.title, data.message, updated_at': by.notify(
    'is seen by its user alone, in the list, in the bell and by its address',
  ),
  'option lists with data and a loading state; items are value/label': by.options(
    'moves from not loaded over fetching to loaded, each saved to browser storage',
    ...labelled,
  ),
  'users, brokers (label is the name plus the company names), brokersForSend, brokerDepartments, sources, tags, countries, statuses, affiliateCompanies':
    item,
  roles: by.calls(
    'D12: the list of roles needs management.user.create, or the other one, and names their permissions',
    'D12: the list of roles needs management.user.update, or the other one, and names their permissions',
  ),
  'sentLeadStatuses: status': by.calls('the statuses of sent leads are a plain list'),
  'sentHistoryFailureStatuses: plain strings': by.calls(
    'the reasons of failed sends are a plain list of words',
  ),
  'status display objects: name, text_color, bg_color': fields('statuses'),
  'lead, broker, department, country, job, role, permission': fields(
    'leads',
    'brokers',
    'broker_departments',
    'countries',
    'jobs',
    'roles',
    'permissions',
  ),
}
