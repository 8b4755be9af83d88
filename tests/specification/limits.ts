import * as by from './by.ts'
import { later, type Lines } from './line.ts'

/** Specification 9: business constants and limits. */
export const limits: Lines = {
  'Request timeout 120 s': by.http('gives up after 120 seconds'),
  'Profile refresh every 30 s, first after 100 ms': by.profileRefresh(
    'reads the profile after 100 ms and then every 30 s',
  ),
  'paused after 15 min idle': by.profileRefresh(
    'pauses after 15 minutes without a sign of life and goes on at once with the next',
  ),
  'Option lists refreshed in a cycle no more often than every 60 s, 2.5 s pause between each':
    by.options('asks for one list after the other with 2.5 s between, each again after 60 s'),
  'Translations reloaded every 120 s': [
    by.translations('translations are reloaded every 120 s, and a new text is seen then'),
    by.languageStory('a day in Arabic: switch, look round, change a text, switch back'),
  ],
  'local cache 60 s': by.translations(
    'translations are kept for 60 s before another page asks again',
  ),
  'Lazy screens load after 500 ms': [
    // Read as the delay of the spinner: files are loaded at once, for nobody gains by waiting for them.
    by.loading(
      'leaves the screen before it in place for half a second, then the spinner stands there',
      'B3: stays for half a second once it has appeared, however soon the files come then',
    ),
    by.specServerStory('a screen that comes late has a spinner after half a second, not before'),
  ],
  'Toasts close after 3 s': [
    by.states('closes after 3 s, and is not said twice meanwhile'),
    by.consoleFront('a server that fails is told in a message that goes after three seconds'),
  ],
  'login navigation delay 1 s': by.login('waits a second after a success, with the session kept'),
  '401 reload delay 3 s': by.http('ends after three seconds with a reload'),
  'Notification badge caps at 99+': by.header('counts 98 as 98', 'counts 99 as 99+'),
  'see-more when total over 3': by.notices(
    'with 3 messages has a see-more link: false',
    'with 4 messages has a see-more link: true',
  ),
  'Import preview 11 rows': by.importScreen('shows the first line as headers and eleven rows'),
  'file up to 200k rows': by.scan('B3.9: 200,000 rows are accepted, one more is not'),
  'chunk 2 MB': by.uploads(
    'uploads a file in parts of 2 MB',
    'over 2 MB are refused before they are read',
  ),
  'Text cut at 30 characters': by.list('cut long texts at 30 characters with the whole as title'),
  'Date display MMM DD, YYYY': [
    by.formats('a day is MMM DD, YYYY in every zone'),
    by.kinds('are days as they are, in every time zone'),
  ],
  'with HH:mm:ss for datetimes': [
    by.formats(
      'a moment is MMM DD, YYYY HH:mm:ss in %s (specification 9)',
      'midnight is 00, not 24',
    ),
    by.languageStory('a day in Arabic: switch, look round, change a text, switch back'),
  ],
  'Default language en': by.language('is built in and the default: no other language is fetched'),
  'Sidebar width 64 expanded, 20 collapsed': [
    by.layout('is 64 units wide, 20 when collapsed, of 4 px each'),
    by.specServerStory('the frame keeps its measures, its memory and its menus'),
  ],
  'Business limits beyond these: not shown': later('nothing to prove'),
}
