import * as by from './by.ts'
import { type Lines } from './line.ts'

/** Specification 8: the error catalogue. */
export const errors: Lines = {
  'Server 500 or no response: toast "The server is unavailable"': [
    by.http(
      'says for a 500 that the server is unavailable',
      'says that the server is unavailable when there is no answer',
      'B3 4: is told at every act for a 500, and of what nobody asked for once until it has answered',
      'B3 4: is told at every act for a no response, and of what nobody asked for once until it has answered',
      'B3 4: is told at an act without a connection, where polls say nothing',
    ),
    by.states('is told by a toast, also when nobody asked for anything: %o'),
    by.login(
      'says after a 500 that the server is unavailable',
      'B3 4: says so in a toast, at every try',
    ),
  ],
  '401: warning "Token has expired. Login again."': [
    by.consoleFront('warns once, whatever else fails, and asks the server nothing more'),
    by.http('warns once for many calls and rejects them all with the same words'),
  ],
  'after 3 seconds stored session removed and page reloaded': [
    by.http('ends after three seconds with a reload'),
    by.specServerStory('a session that the server forgets ends after three seconds'),
  ],
  'calls meanwhile rejected with same message': by.http(
    'blocks further calls without asking the server',
  ),
  'Login field errors: first message under the field': [
    by.login('shows the first message of the server under each field'),
    by.specServer('tells wrong credentials under their field'),
  ],
  'Import wrong extension: File extension is not allowed please upload only csv/xlsx': [
    by.importScreen(
      'things.txt is refused with the words of the specification',
      'things.xls is refused with the words of the specification',
    ),
    by.othersStory('an importer imports and cancels, and is offered nothing else'),
  ],
  'Connectivity loss: text "Internet connection is lost"': [
    by.states('is told while it lasts and gone when the connection is back'),
    by.specServerStory('a lost connection is told while it lasts'),
  ],
  'Setting success: "Setting successfully created", "updated", "deleted"': [
    by.settings('is created, updated and deleted with the words of the specification'),
    by.form('says "Setting" where the declaration does'),
  ],
  'Not-found path: not-found page above': by.consoleFront(
    '%s that leads nowhere says so and leads back',
  ),
  'Failed lazy chunk load: a preload-error event is raised and rethrown unless handled': [
    by.specServerStory(
      'raise the preload error, which is thrown on; a reload keeps the address',
      'raise an error that is not thrown on where somebody handles it',
    ),
    by.loading('says so when they do not come, and offers to load the page again'),
  ],
}
