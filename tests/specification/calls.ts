import * as by from './by.ts'
import { type Lines } from './line.ts'
import { itemLists, row } from './rows.ts'

const list = (path: keyof typeof itemLists) => {
  const [name, permission] = itemLists[path]
  return [
    by.options(row('%s stands at its address', name)),
    by.calls(row('%s needs %s and has the fields of the specification', path, permission)),
    by.specServer('has every option list of the specification'),
  ]
}

/** Specification 7: calls. */
export const calls: Lines = {
  'a server that speaks only this section is enough': [
    by.specServer('does not ask again and again for what the server does not have'),
    by.specServerStory('a day behind a server that knows only the specification'),
  ],
  'all calls go to an api sub-host under the /api prefix': [
    by.http('goes to the host of the API, below /api'),
    by.platform('specification 7: the api sub-host that is set, and no other'),
    by.apiHostStory(
      'specification 7: a console calls its API at another host: sign-in, lists, uploads and the live stream',
    ),
  ],
  'send a bearer token, a Locale header and JSON': [
    by.http('carries the bearer token, the locale and JSON'),
    by.upload('an upload carries the token and answers its id'),
    by.events('is opened with the bearer token and read event by event, however it is cut'),
    by.specServer('sends with every call what the specification asks for'),
  ],
  'searches build query strings as ?search=..&key=value': by.dataProvider(
    'asks with search, filters, order and page in the address',
  ),
  'POST /login': [
    by.signIn('answers everything that specification 3 and 7 name'),
    by.specServer('tells wrong credentials under their field'),
  ],
  'DELETE /logout: session cleared even if it fails': by.specServer(
    'signs out when the server answers',
    'signs out when the server fails',
  ),
  'GET /profile': [
    by.calls('whoever signs in gets what the specification says, and is gone after signing out'),
    by.specServer('takes new permissions from the next profile'),
  ],
  'GET /management/user/all': list('/management/user/all'),
  'GET /broker/all': list('/broker/all'),
  'GET /broker/all/for/send': [
    ...list('/broker/all/for/send'),
    by.calls('only brokers that may be sent to can be chosen for a send'),
  ],
  'GET /broker/department/all': list('/broker/department/all'),
  'GET /settings/source/all': list('/settings/source/all'),
  'GET /settings/tag/all': list('/settings/tag/all'),
  'GET /settings/country/all': list('/settings/country/all'),
  'GET /settings/status/all': list('/settings/status/all'),
  'GET /lead/last/statuses/all, a plain list': [
    by.options('sentLeadStatuses stands at its address'),
    by.calls('the statuses of sent leads are a plain list'),
    by.specServer('has every option list of the specification'),
  ],
  'GET /lead/history/send/failure/statuses, a plain list': [
    by.options('sentHistoryFailureStatuses stands at its address'),
    by.calls('the reasons of failed sends are a plain list of words'),
    by.specServer('has every option list of the specification'),
  ],
  'GET /settings/affiliate/company/all': list('/settings/affiliate/company/all'),
  'GET /management/role/all': [
    by.options('roles stands at its address'),
    by.calls(
      'D12: the list of roles needs management.user.create, or the other one, and names their permissions',
      'D12: the list of roles needs management.user.update, or the other one, and names their permissions',
    ),
    by.specServer('has every option list of the specification'),
  ],
  'GET /localizations/{lng}': [
    by.calls('are open to everybody, by group and key'),
    by.languages('answers the whole language, with the direction of its locale'),
    by.translations('translations are saved to browser storage and come back at once'),
    by.specServer('speaks the language of the user with the texts of the server'),
  ],
}
