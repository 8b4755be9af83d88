import * as by from './by.ts'
import type { Lines } from './line.ts'
import { row, rows, screens as screenRows, screenTable } from './rows.ts'

const shownWith = '%s is shown with %s'
const refusedWithout = '31: %s is a no-permission page without %s, and asks for no data'
const closedToVisitors = '%s leads a signed-out visitor to the first page'

/** Specification 2: the route table, `path needs permission`. */
export const routeTable: Lines = Object.fromEntries(
  screenTable.map(([path, permission], at) => [
    `${path} needs ${permission}`,
    by.routes(
      ...[shownWith, refusedWithout, closedToVisitors].map((title) =>
        row(title, ...(screenRows[at] ?? [])),
      ),
    ),
  ]),
)

/** Specification 2: screens. */
export const screens: Lines = {
  '/ and the login route show the login form': by.specServerStory(
    'a visitor finds the form at / and /login, is led there from a screen, and finds nothing elsewhere',
  ),
  'split layout with a cover image': [
    by.login('stands beside a cover that is drawn, not fetched'),
    by.specServerStory('the cover stands beside the form, above it on a phone, in both colours'),
  ],
  'a signed-in user at / is redirected to /dashboard if holding dashboard.view, otherwise to /lead/search':
    [
      by.routes(
        '/ leads somebody with dashboard.view,lead.view to /dashboard',
        '/ leads somebody with lead.view to /lead/search',
        '/ leads somebody with nothing to /lead/search, where the permission is missed',
      ),
      by.consoleFront('%s leads to the first screen the user may see'),
    ],
  'unknown paths show a not-found page: title "OOPS!", text "No signal here! we can\'t find the page you are looking for"':
    [
      by.consoleFront('%s that leads nowhere says so and leads back'),
      by.othersStory('an unknown page says so, and its button goes one step back'),
    ],
  'a back button that goes back one step': by.othersStory(
    'an unknown page says so, and its button goes one step back',
  ),
  'all routes below need a signed-in user, otherwise the visitor is redirected to /': [
    by.routes(...rows(closedToVisitors, screenRows)),
    by.specServerStory(
      'a visitor finds the form at / and /login, is led there from a screen, and finds nothing elsewhere',
    ),
  ],
  'a signed-in user lacking the listed permission sees a no-permission page': by.routes(
    ...rows(refusedWithout, screenRows),
  ),
  'page loading shows a spinner with loading text': by.loading(
    'shows nothing for the first 500 ms and then its text',
  ),
  'lazy screens load after a 500 ms delay': [
    // Read as the delay of the spinner: files are loaded at once, for nobody gains by waiting for them.
    by.loading(
      'leaves the screen before it in place for half a second, then the spinner stands there',
      'B3: stays for half a second once it has appeared, however soon the files come then',
    ),
    by.specServerStory('a screen that comes late has a spinner after half a second, not before'),
  ],
  'modal transitions: 500 ms appear, 300 ms enter, exit untimed': [
    by.states('appears in 500 ms, enters in 300 ms and leaves at once'),
    by.stillnessStory(
      'dialogs and drawers appear in half a second and leave at once (specification 2)',
    ),
    by.search(
      'as every dialog does (specification 2: 500 ms appear, 300 ms enter), at once on exit',
    ),
  ],
  'row actions appear according to edit, delete and cancel permissions': [
    by.list(
      'has what the user may do to this record',
      'has only what remains for a user with fewer permissions',
    ),
    by.jobs('offers for a job that is %s, to holders of %j: %j'),
  ],
  'row actions appear according to send permissions': [
    by.sendDialog('the row action of sending is %s'),
    by.sendRoutes('16.3.12: needs the permission and a user who is a sender'),
  ],
}

/** Specification 2: layout. */
export const frame: Lines = {
  'sidebar with groups shown only when the user holds a matching permission': by.layout(
    'shows a group only with a permission that matches, and no item without its own',
  ),
  Dashboard: by.dashboard('stands first in the sidebar, in a group of its own'),
  'Leads; Brokers; Users management; Settings': by.resourceRoutes(
    'the sidebar has the groups and items of the specification, in its order',
  ),
  'lead history, failed leads, black list, lead status settings; send integrations':
    by.resourceRoutes('the sidebar has the groups and items of the specification, in its order'),
  'each item is hidden without its view permission': [
    by.layout('shows a group only with a permission that matches, and no item without its own'),
    by.consoleFront('hides items without their permission, and groups without items'),
  ],
  'the sidebar can be collapsed or expanded; the choice is remembered in browser storage': [
    by.layout('remembers in browser storage that it was collapsed'),
    by.consoleFront('is folded, and stays so'),
  ],
  'it is 64 units wide expanded and 20 collapsed': [
    by.layout('is 64 units wide, 20 when collapsed, of 4 px each'),
    by.specServerStory('the frame keeps its measures, its memory and its menus'),
  ],
  'on small screens it closes on Escape (key code 27) or an outside click': by.consoleFront(
    'lies over the page until Escape',
    'lies over the page until a click outside',
  ),
  'a search modal': by.search('by its button in the header, as a dialog with a combobox'),
  'a notifications bell (only with user.profile.notification.view)': by.header(
    'is there only with its permission',
  ),
  'a help menu (documentation link, support, contact)': [
    by.layout(
      'leads to documentation, support and contact: to the built-in help by default',
      'leads where the operator has set, outside in a new tab',
    ),
    by.helpAddresses('the addresses of the help menu are settings, and nobody must set them'),
  ],
  'a user menu: jobs (user.profile.job.view), notifications (user.profile.notification.view), profile (user.profile.view)':
    [
      by.profile('has jobs, notifications, profile and sign out'),
      by.header('leads to what the user may see and what exists'),
    ],
  'and always sign out, which returns to /': [
    by.header('always offers to sign out'),
    by.specServerStory('a day behind a server that knows only the specification'),
  ],
  'the bell lists notifications linking to profile/notification/{id}, each with title, message and updated time':
    by.notices(
      'links each message, with title, message and updated time, to profile/notification/{id}',
    ),
  'empty-state text is "no messages"': by.notices('says "no messages" when there are none'),
  'a see-more link to profile/notifications appears when the total is over 3': by.notices(
    'with 3 messages has a see-more link: false',
    'with 4 messages has a see-more link: true',
  ),
  'the badge shows the total, or 99+ at 99 or more': [
    by.header('counts 98 as 98', 'counts 99 as 99+'),
    by.notify('has the latest three that are unread, and the number of all that are'),
  ],
}
