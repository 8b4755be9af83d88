import * as by from './by.ts'
import type { Lines } from './line.ts'

const fields = by.resourceRoutes('%s have the fields of the specification')
const item = [
  by.options('of %s is a value with a label'),
  by.calls('%s needs %s and has the fields of the specification'),
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
    'of %s is a value with a label',
  ),
  'users, brokers (label is the name plus the company names), brokersForSend, brokerDepartments, sources, tags, countries, statuses, affiliateCompanies':
    item,
  roles: by.calls('D12: the list of roles needs %s, or the other one, and names their permissions'),
  'sentLeadStatuses: status': by.calls('the statuses of sent leads are a plain list'),
  'sentHistoryFailureStatuses: plain strings': by.calls(
    'the reasons of failed sends are a plain list of words',
  ),
  'status display objects: name, text_color, bg_color': fields,
  'lead, broker, department, country, job, role, permission': fields,
}
