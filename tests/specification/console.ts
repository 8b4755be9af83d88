import * as by from './by.ts'
import { type Lines } from './line.ts'
import { rows } from './rows.ts'

/** Each number of the dashboard with its permission. */
const cards = [
  ['leads', 'lead.view'],
  ['failed_leads', 'failed.lead.view'],
  ['leads_sent_successfully', 'lead.history.view'],
  ['leads_sent_failed', 'lead.failed.view'],
  ['ftds', 'broker.department.view'],
] as const

/** What the screens of the specification do beyond its words. */
export const beyond: Lines = {
  'the cover is drawn by us, light and dark': [
    by.login('stands beside a cover that is drawn, not fetched'),
    by.specServerStory('the cover stands beside the form, above it on a phone, in both colours'),
  ],
  'documentation, support, contact: addresses by settings': [
    by.helpAddresses('the addresses of the help menu are settings, and nobody must set them'),
    by.helpAddresses('a wrong %s is named at start'),
  ],
  'the search finds records across the resources that the user may see, with one request': [
    by.search('finds screens and acts at once, and records of the server by resource'),
    by.searchServer('finds records across all resources, with what is shown of them'),
    by.searchServer('a resource whose list they may not see'),
  ],
  'plus screens and actions': by.search('is offered only to who may', 'of an act does it'),
  'opened by Ctrl K': [
    by.search('by {Control>}k{/Control}', 'by Ctrl K while somebody types, and not by / there'),
    by.searchStory('a manager finds everything by keyboard alone'),
  ],
  'and offers recent ones before typing': by.search(
    'what was opened lately is offered, the last first, but not where the user is',
  ),
  'notifications: list and detail': [
    by.notices('shows title, message, time and what is unread'),
    by.notices('shows message and time, leads to the thing, and marks it as read once'),
    by.notify('is seen by its user alone, in the list, in the bell and by its address'),
  ],
  'jobs with live progress': by.jobs(
    'shows progress, and moves with the live stream',
    'comes every 5 s while something runs',
  ),
  'jobs: cancel, result and error files': [
    by.jobs('offers for a job that is %s, to holders of %j: %j'),
    by.jobs('gives the result and the errors of an own job that has ended'),
    by.jobRoutes('gives the file to whoever started the job'),
  ],
  'profile with password change': by.profile('is changed, and the form is empty again'),
  'profile: language, time zone, page size': by.profile(
    'saves what was changed, and the console follows',
  ),
  'profile: active sign-ins with "sign out others"': [
    by.profile('are ended but for this one, after a question'),
    by.sessions('are listed with the one in use marked, and others can be ended'),
  ],
  'the series is drawn': by.dashboardStory(
    'the series is read as a table and shown day by day to the pointer',
  ),
  'each card by its own permission': [
    by.dashboard(
      ...rows(
        'is shown by %s alone',
        cards.map(([, permission]) => [permission]),
      ),
    ),
    by.dashboardNumbers(...rows('%s are shown only with %s', cards)),
  ],
  'a click on a card leads to the matching list': by.dashboard(
    'leads to the matching list with the same dates, where there is such a screen',
  ),
  'values from roll-ups, not from counting': by.dashboardNumbers(
    'the dashboard reads sums and never the leads',
  ),
  'one warning for many calls': [
    by.http('warns once for many calls and rejects them all with the same words'),
    by.consoleFront('warns once, whatever else fails, and asks the server nothing more'),
  ],
  'connectivity text while offline, gone when back': [
    by.states('is told while it lasts and gone when the connection is back'),
    by.specServerStory('a lost connection is told while it lasts'),
  ],
  'a failed lazy chunk offers a reload': [
    by.loading('says so when they do not come, and offers to load the page again'),
    by.loading('a console whose own files do not come offers to try again'),
    by.specServerStory('raise the preload error, which is thrown on; a reload keeps the address'),
  ],
  'never a spinner that flashes for less than 500 ms': by.loading(
    'never flashes for what comes sooner',
    'B3: stays for half a second once it has appeared, however soon the files come then',
    'B2: stays for half a second once it has appeared, however soon the answer comes then',
  ),
  'texts edited in settings/localizations are seen within 120 s': [
    by.languageStory('a day in Arabic: switch, look round, change a text, switch back'),
    by.languages('a text that staff edit is sent instead of the shipped one, at once'),
  ],
  'missing keys fall back to English': [
    by.translations('a missing key falls back to English, and so does a server without texts'),
    by.language('says names, headings and fields of the declarations, and falls back text by text'),
    by.i18n('comes from the server, from the built-in dictionary, or from where it is said'),
  ],
  'right-to-left works': [
    by.language(
      'runs in the direction of its script where the server tells none',
      'runs as its locale is marked',
    ),
    by.languageStory('at the width of a phone nothing sticks out, from right to left'),
  ],
  'dates and numbers by locale': by.formats(
    'dates are written as the language writes them',
    'numbers, amounts and countries too, in the digits of files unless the tag asks for others',
  ),
  'one more complete language': by.catalogue(
    'is complete in Arabic: no key less, none more, no form of another',
  ),
  'the first page speaks the language last chosen here': by.loginLanguage(
    'the first page speaks the language last chosen here: %s',
  ),
  'both themes': [
    by.header('the theme is switched and remembered'),
    by.theme('%s can be read on page and paper'),
  ],
}
