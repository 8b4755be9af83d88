import * as by from './by.ts'
import { later, type Lines } from './line.ts'

/** Specification 5: validation rules. */
export const inputs: Lines = {
  'login: e-mail field of e-mail type': by.login(
    'has an e-mail field and a password that can be shown and hidden',
  ),
  'password field with a show/hide toggle': by.login(
    'has an e-mail field and a password that can be shown and hidden',
  ),
  'server validation errors show the first message under the matching field (email, password)': [
    by.login('shows the first message of the server under each field'),
    by.specServer('tells wrong credentials under their field'),
  ],
  'mailing-list input: text split on whitespace, quotes removed, only entries matching a standard e-mail pattern kept':
    [
      by.kinds(
        'of addresses keeps what is one, without quotes',
        'of addresses keeps the apostrophes within them: %s',
      ),
      by.list('takes a mailing list, of which it keeps the addresses'),
    ],
  'mailing-list input: the count of what was understood and what was dropped': by.pastedLists(
    'says how many addresses it understood, how many it dropped, and the first of them',
    'drops everything rather than asking for nothing of it',
  ),
  'ID-list input: split on whitespace, pipe or comma, read as whole numbers': [
    by.kinds('of numbers is parted by spaces, bars and commas'),
    by.query('an ID list is parted by spaces, bars and commas'),
  ],
  'ID-list input: the count of what was understood and what was dropped': [
    by.pastedLists('is parted by spaces, bars and commas, and says what it understood and dropped'),
    by.filtersStory('thousands of ids are asked for in a body and outlive a reload'),
  ],
  'import: only csv or xlsx (message: File extension is not allowed please upload only csv/xlsx)': [
    by.importScreen(
      '%s is refused with the words of the specification',
      'tells what is wrong with a file and lets nobody go on',
    ),
    by.uploads('tells which extensions are allowed, in the words of the specification'),
    by.othersStory('an importer imports and cancels, and is offered nothing else'),
  ],
  'import: xlsx files': [
    by.importScreen('an .xlsx that %s is refused by what it holds'),
    by.workbook('blank cells become Empty, dates are written out, numbers keep their digits'),
  ],
  'at most 200k rows': by.scan('B3.9: 200,000 rows are accepted, one more is not'),
  'upload chunk 2 MB': by.uploads(
    'uploads a file in parts of 2 MB',
    'over 2 MB are refused before they are read',
  ),
  'CSV has a configurable delimiter and escape character': [
    by.importScreen('reads quotes, another escape character and a delimiter that was chosen'),
    by.imports('with %s is read'),
  ],
  'and an "ignore first line" option': [
    by.importScreen(
      'shows the first line as headers and eleven rows',
      'keeps the first line as data when it is none of headers',
    ),
    by.imports('names the columns when the first line is data'),
  ],
  'preview shows 11 rows': [
    by.importScreen('shows the first line as headers and eleven rows'),
    by.imports('shows 11 rows, guesses delimiter, encoding and fields'),
  ],
  'blank spreadsheet cells become the text Empty': [
    by.workbook('blank cells become Empty, dates are written out, numbers keep their digits'),
    by.imports('the text Empty of a spreadsheet and blanks mean nothing'),
  ],
  'spreadsheet dates are formatted YYYY-MM-DD HH:mm:ss': by.workbook(
    'blank cells become Empty, dates are written out, numbers keep their digits',
  ),
  'table text cells longer than 30 characters are cut with an ellipsis, full text as hover title':
    by.list('cut long texts at 30 characters with the whole as title'),
  'other form validation: not shown': later('nothing to prove'),
}
