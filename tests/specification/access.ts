import * as by from './by.ts'
import type { Lines } from './line.ts'
import { itemLists, optionListNames, rows, screens, seenStrings } from './rows.ts'

const onlyForHolders = rows(
  '%s is only for holders of its permission',
  optionListNames.map((name) => [name]),
)
const needsItsPermission = rows(
  '%s needs %s and has the fields of the specification',
  Object.entries(itemLists).map(([path, [, permission]]) => [path, permission]),
)

/** Specification 6: roles and permissions. */
export const access: Lines = {
  'access is by permission strings on the user': [
    by.accessFront(
      'with %s on authors: %s is %s',
      'is nothing on what is not declared, by an unknown act, or without a user',
    ),
    by.sessions('when the role loses the permission'),
  ],
  'seen strings: dashboard.view … management.role_has_permissions.view': [
    by.permissions(
      ...rows(
        '%s of the specification is listed',
        seenStrings.map((name) => [name]),
      ),
    ),
    // `npm run check` asks the same of the business.
    by.gaps('book.lend guards nothing. Mark it as planned or drop it.'),
  ],
  'management.role_has_permissions.view': by.roleViews(
    'sees none without the permission to see them',
  ),
  'option lists are fetched only when the user holds the matching permission': [
    by.options(...onlyForHolders, 'asks for a list only with its permission'),
    by.calls(...needsItsPermission),
    by.specServer(
      'keeps the lists loaded once the first screen stands, and only those it may have',
    ),
  ],
  'the role list needs management.user.create or management.user.update': [
    by.calls(
      'D12: the list of roles needs management.user.create, or the other one, and names their permissions',
      'D12: the list of roles needs management.user.update, or the other one, and names their permissions',
      'the list of roles is closed to everybody else',
    ),
    by.options('roles is only for holders of its permission'),
  ],
  'row actions appear by edit, delete and cancel permissions': [
    by.list(
      'has what the user may do to this record',
      'has only what remains for a user with fewer permissions',
    ),
    by.jobs('offers for a job that is %s, to holders of %j: %j'),
  ],
  'row actions appear by send permissions': [
    by.sendDialog(
      'the row action of sending is offered to a sender with lead.send',
      'the row action of sending is not offered to whoever is no sender',
      'the row action of sending is not offered without lead.send',
    ),
    by.sendRoutes('16.3.12: needs the permission and a user who is a sender'),
  ],
  'a restriction "hide.non_privileged" hides settings items unless the user has lead.settings.{name}':
    [
      by.layout('33: hides settings from people who are not privileged (specification 6)'),
      by.reach('a setting is hidden from whoever is not privileged, unless it is named'),
    ],
  'route-level guarding shows the no-permission page': [
    by.routes(...rows('31: %s is a no-permission page without %s, and asks for no data', screens)),
    by.consoleFront('%s without %s is refused in place and asks the server nothing'),
  ],
  'role definitions as seeded: not shown': by.permissions(
    '%s holds %s and not %s',
    '$name is given only permissions that exist, each once',
  ),
}
