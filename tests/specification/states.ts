import * as by from './by.ts'
import { later, type Lines } from './line.ts'

/** Specification 3, its last line: client state. */
export const clientState: Lines = {
  'client state (auth, dashboard, options, locale) is saved to browser storage on every change': [
    by.persisted('is saved to browser storage on every change and restored on load'),
    by.session('is kept in browser storage on every change and restored'),
    by.dashboard(
      'is saved to browser storage when it changes, and restored before the server answers',
    ),
    by.options('moves from not loaded over fetching to loaded, each saved to browser storage'),
    by.translations('translations are saved to browser storage and come back at once'),
  ],
  'and restored on load': [
    by.persisted('is saved to browser storage on every change and restored on load'),
    by.session('is kept in browser storage on every change and restored'),
    by.dashboard(
      'is saved to browser storage when it changes, and restored before the server answers',
    ),
    by.options('that was fetching when the page was left is restored as what it was before'),
    by.translations('translations are saved to browser storage and come back at once'),
  ],
  'locale state: map of language code to display name; default English only': by.translations(
    'the locale state is English alone until the server tells more (specification 3)',
  ),
}

/** Specification 4: states and transitions. */
export const transitions: Lines = {
  'signed out to signed in on successful login': [
    by.login('waits a second after a success, with the session kept'),
    by.specServer('leads to the dashboard, whose cards stand without their numbers'),
  ],
  'back to signed out on sign out': by.specServer(
    'signs out when the server answers',
    'signs out when the server fails',
  ),
  'back to signed out on a 401 reply': [
    by.http('ends after three seconds with a reload'),
    by.specServerStory('a session that the server forgets ends after three seconds'),
  ],
  'login button is disabled while submitting': by.login('cannot be sent twice'),
  'after success it waits 1 second before navigating': by.login(
    'waits a second after a success, with the session kept',
  ),
  'on a 401 the app warns': by.consoleFront(
    'warns once, whatever else fails, and asks the server nothing more',
  ),
  'blocks further calls (rejecting them with the same message)': [
    by.http(
      'blocks further calls without asking the server',
      'warns once for many calls and rejects them all with the same words',
    ),
    by.http('is found by an upload, too, and blocks it', 'is found by the stream of events, too'),
  ],
  'after 3 seconds clears the stored session and reloads': [
    by.http(
      'ends after three seconds with a reload',
      'ends nobody who has signed in anew in another tab',
    ),
    by.specServerStory('a session that the server forgets ends after three seconds'),
  ],
  'each option list moves through: not loaded, fetching, loaded, failed': [
    by.options('moves from not loaded over fetching to loaded, each saved to browser storage'),
    by.options('moves to failed, keeps what it had, and offers it to no picker'),
  ],
  'loading the auth data marks the user as fetched': by.profileRefresh(
    'marks the user as fetched, and says nothing when nothing is new',
  ),
  'a profile refresh replaces name, email, sender flag and notifications': [
    by.profileRefresh('replaces name, e-mail, sender flag and notifications'),
    by.header('a refreshed profile shows in the header'),
  ],
  'and replaces settings and permissions only if they changed': by.profileRefresh(
    'keeps the very same permissions and settings unless something in them changed',
  ),
  'a permission taken away closes its screens without a reload': [
    by.states('closes its screen without a reload and asks for nothing more there'),
    by.states('is found by the first refresh of the profile, 100 ms after the start'),
    by.specServer('takes new permissions from the next profile'),
    by.picker('has nothing of a list whose permission is gone'),
  ],
  'logout resets auth, dashboard and options to initial state': [
    by.session('resets auth, dashboard and options when it ends, and keeps the locale'),
    by.dashboard('is back to its first value after a sign-out'),
    by.specServerStory('a day behind a server that knows only the specification'),
    by.store('keeps preferences at a sign-out and forgets which records were looked for'),
  ],
  'lead, broker and other entity status transitions: not shown': later('nothing to prove'),
}
