import * as by from './by.ts'
import { type Lines } from './line.ts'
import { rows, screens } from './rows.ts'

/** What staff expect of a tool that they use all day. */
export const staff: Lines = {
  'saved views: private, by role, for all': [
    by.savedViews('is shared with a role or with everybody, and the focus comes back'),
    by.savedViewsServer(
      'with a role reaches those who have it',
      'is changed and deleted by its maker only',
    ),
  ],
  'saved views: on the server, in the URL': [
    by.savedViews('opens the list as the view has it, with one request for records'),
    by.listsStory('a colleague follows the link'),
  ],
  'column choice and order kept on the server': [
    by.preferences('the columns and the density of a user follow them to another browser'),
    by.list('can be hidden, moved and reset'),
    by.listsStory('a column is dragged to another place'),
  ],
  density: by.listLook('is chosen by the user'),
  'sticky header and first column': by.listsStory(
    'the head and the naming column stay in sight while a table is scrolled (${language})',
  ),
  'multi-sort': [
    by.listState('adds a column with Shift, says so, and stands in the address'),
    by.filtersStory('a list is sorted by two columns with the keyboard'),
    by.listSort('adds fields, turns, moves and drops them'),
  ],
  'a filter builder: and/or': by.builder('joins conditions by any or all, in groups'),
  'a filter builder: operators by kind': by.builder(
    'offers the fields and comparisons that the user may use',
  ),
  'a filter builder: date presets such as "last 7 days"': [
    by.builder('has periods that stay true tomorrow'),
    by.period('%s is %s to %s'),
    by.filtersStory(
      'a condition is built, read back from the address and taken away by keyboard alone',
    ),
  ],
  '"select all N that match"': by.list(
    'reaches all that match by the filter, and asks again when their number has changed',
  ),
  'bulk edit of chosen fields with a result report': [
    by.bulkEdit('sends the chosen values, "make empty" included, with the versions on the screen'),
    by.bulkEdit('reports what was done, what was skipped and why, and gives it as a file'),
    by.actsStory('all that match are edited by a job, whose report and undo survive'),
  ],
  'inline edit of single cells where declared': [
    by.cellEditor('is offered where it is declared, to those who may edit'),
    by.actsStory('a cell opens by double click, saves by Enter, and is undone by its toast'),
  ],
  'keyboard shortcuts': by.shortcuts(
    'to screens: g, then a letter',
    'j and k and the arrows go through the rows, Enter opens, x selects, e edits',
  ),
  'with an overlay (?)': by.shortcuts('shows what the keys do on this screen for this user'),
  'unsaved-changes warning': [
    by.leaveGuard(
      'is asked about before %s leads away',
      'is asked about by the browser before a reload',
    ),
    by.actsStory('a dirty form asks before Escape, a link, the back button and a reload'),
  ],
  'undo where the act allows it': [
    by.undo('of a change is offered by its toast and asked of the server with the version it made'),
    by.undo('of a deletion restores the record', 'is not offered for a secret, which nobody keeps'),
    by.undoServer('never goes past a change of somebody else, and says so'),
    by.actsStory('a deleted lead comes back by Ctrl+Z; the focus stays in the list'),
  ],
  'copy buttons on ids, e-mails and phones that the user may see': [
    by.copyButtons('stand in rows on ids, e-mails and phones, say "Copied", and open no record'),
    by.copyButtons('are missing on a masked value'),
  ],
  'empty states that say what to do': [by.list('says what to do'), by.listLook('who may %s')],
  'print styles': by.listsStory(
    'B18: on paper a list is a table without chrome that is cut nowhere, and a record stands alone',
    'B18: on paper the charts of the dashboard are there',
  ),
  '"what changed" on each record with field differences and revert': [
    by.history('tells who changed what, with the values before and after'),
    by.history(
      'H2: has the server revert what the user may set, on the version that was looked at',
    ),
    by.historyRead('hides, masks and unnames what the user may not see'),
  ],
  '"why can\'t I see this?" for a role, in words': [
    by.explain('names the permission that is missing'),
    by.explainWords('names what to grant and what to take away'),
  ],
}

/**
 * How good all of it is. Milliseconds are held as work in proportion to what the same browser does for a plain page of as
 * many rows, which is known in milliseconds: tests run on machines of any speed.
 * Each story writes the milliseconds beside its result.
 */
export const quality: Lines = {
  'axe: no violation of any level on any screen, both themes, both directions': [
    by.administratorStory(
      'every screen stands still and axe finds nothing on it in ${scheme} colours and ${locale}',
    ),
    by.phoneStory(
      'a phone shows every screen whole, still and big enough for a finger in ${scheme} colours and ${locale}',
    ),
    by.filtersStory(
      'the builder has no finding of axe and fits: ${width} px, ${language}, ${colorScheme}',
    ),
    by.dashboardStory(
      'the dashboard is whole at 360 px, from right to left and without motion in ${scheme} colours',
    ),
  ],
  'by keyboard alone': [
    by.searchStory(
      'a manager finds everything by keyboard alone',
      'a list is worked through without a mouse',
    ),
    by.actsStory('every act of a list is done by keyboard alone'),
    by.filtersStory(
      'a condition is built, read back from the address and taken away by keyboard alone',
    ),
    by.listKeys('selects rows with space, opens a menu, runs an act'),
  ],
  'focus visible and never lost': [
    by.layout('has the focus on its heading after a change of address'),
    by.layout('leaves the focus in a drawer that opens over it, and gives it back to the row'),
    by.listKeys('keeps the focus in the list when the row that has it goes'),
  ],
  'reduced motion respected': [
    by.specServerStory('nothing moves for those who asked for less motion'),
    by.states('and everything that moves stands still for those who asked for it'),
  ],
  'contrast of at least 4.5': by.theme('%s can be read on page and paper'),
  'no console.error, no unhandled rejection in any journey': by.watchers(
    'an error of any page fails its story',
  ),
  'no layout shift after first paint (CLS ≤ 0.02)': [
    by.administratorStory(
      'every screen stands still and axe finds nothing on it in ${scheme} colours and ${locale}',
    ),
    by.phoneStory(
      'a phone shows every screen whole, still and big enough for a finger in ${scheme} colours and ${locale}',
    ),
    by.stillnessStory('nothing moves after the first paint while answers are late'),
    by.listsStory(
      'going from list to list asks once, moves nothing and shows the rows within 100 ms',
    ),
    by.dashboardStory(
      'nothing on the dashboard moves while its numbers come, and they are there again after a reload',
    ),
  ],
  'typing in a filter stays under 50 ms per key with 100 rows × 12 columns shown': by.speedStory(
    'typing in a filter stays under 50 ms a key with 200 rows of 15 columns',
  ),
  'warm change from list to list shows content in ≤ 100 ms besides the request': by.listsStory(
    'going from list to list asks once, moves nothing and shows the rows within 100 ms',
  ),
  '0 duplicate requests': by.listsStory(
    'going from list to list asks once, moves nothing and shows the rows within 100 ms',
  ),
  // The frame around every page asks for the words, the user and what happens; the screen in it asks for nothing.
  'no request for a denied screen': [
    by.routes(...rows('31: %s is a no-permission page without %s, and asks for no data', screens)),
    by.othersStory(
      'a user without any permission sees one page that says so, and no data is asked for',
    ),
  ],
  'works at 360 px width with touch targets ≥ 44 px': [
    by.phoneStory(
      'a phone shows every screen whole, still and big enough for a finger in ${scheme} colours and ${locale}',
      'a phone shows whole and big enough for a finger what opens in ${scheme} colours and ${locale}',
    ),
    by.listsStory(
      'on a phone the first record is two lines below the search, all tools in reach of a thumb',
    ),
    by.searchStory('a phone shows the search on its whole screen'),
    by.languageStory('at the width of a phone nothing sticks out, from right to left'),
  ],
}
