import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { utils, write } from 'xlsx'

import {
  defineResource,
  field,
  guessMapping,
  missingFields,
  ownColumns,
  renderMessage,
} from '#schema'

import { mappedBy, templateOf } from '../../../src/browser/views/imports/mapping/templates.ts'
import { remapped } from '../../../src/browser/views/imports/mapping/mapping.ts'
import { refusalOf } from '../../../src/browser/views/imports/file/FileStep.tsx'
import { startingFile } from '../../../src/browser/views/imports/file/startingFile.ts'
import { usualReading } from '../../../src/browser/views/imports/file/reading.ts'
import { loaded } from '../../../src/browser/views/imports/file/loaded.ts'
import { openFile } from '../../../src/browser/views/imports/file/tableReader.ts'
import { openTable, readPreview } from '../../../src/browser/views/imports/file/table.ts'
import { candidatesFor, certainEncoding } from '../../../src/csv/encoding.ts'
import * as uploads from '../../../src/browser/views/imports/file/upload.ts'
import { ResourceList } from '../../../src/browser/views/ResourceList.tsx'
import { hire, mechanic, repair } from '../../fixtures/businesses/hire.ts'
import { fakeProvider, refusal, visit } from './console.tsx'
import { aKey, everything, job, thing, userWith, without } from './fixture.ts'
import { isAskedByBrowser, openScreens } from './screens.tsx'

// The way of the bytes is proved in the journeys, in a real browser with a real server.
const upload = vi.spyOn(uploads, 'upload')

const user = userWith(...everything)

const csv = (text: string | Uint8Array, name = 'things.csv') =>
  new File([text as BlobPart], name, { type: 'text/csv' })

const read = (text: string | Uint8Array, changes = {}) =>
  readPreview(csv(text), { ...usualReading, ...changes })

/** Waits until the import is asked for with this order, under the key of its act. */
const ordered = (call: unknown, order: object) =>
  waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      'POST',
      '/store/thing/import',
      expect.objectContaining(order),
      { key: expect.stringMatching(aKey) },
    ),
  )

describe('the file', () => {
  it.each([
    ['did not come', new Event('error'), /did not load. Choose the file again/],
    ['broke', new ErrorEvent('error', { message: 'out of memory' }), /^This file cannot be read/],
  ])('names what is wrong where the part that reads it %s', async (_what, event, message) => {
    class Broken extends EventTarget {
      postMessage = () => void this.dispatchEvent(event)
      terminate() {}
    }
    vi.stubGlobal('Worker', Broken)
    const failure = await openFile(csv('a,b')).catch((error: Error) => error)
    vi.unstubAllGlobals()
    expect(renderMessage((failure as Error).message)).toMatch(message)
  })

  it('is not blamed where what the part that reads it needs does not come', async () => {
    const failure = await loaded(Promise.reject(new TypeError('Failed to fetch'))).catch(String)
    expect(failure).toMatch(/did not load. Choose the file again/)
  })

  it.each([
    ['things.txt', 'File extension is not allowed please upload only csv/xlsx'],
    ['things', 'File extension is not allowed please upload only csv/xlsx'],
    ['csv', 'File extension is not allowed please upload only csv/xlsx'],
    ['things.xls', 'File extension is not allowed please upload only csv/xlsx'],
  ])('%s is refused with the words of the specification', (name, message) => {
    expect(renderMessage(refusalOf(csv('a', name)) ?? '')).toEqual(message)
  })

  it.each([
    ['is no workbook inside', 'a', 'cannot be read'],
    ['is an old workbook inside', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'old or protected'],
    ['is an empty archive', new Uint8Array([0x50, 0x4b, 3, 4]), 'cannot be read'],
  ])('an .xlsx that %s is refused by what it holds', async (_what, bytes, words) => {
    await expect(openTable(csv(bytes, 'things.xlsx'))).rejects.toThrow(words)
  })

  it.each([
    [{ People: [['a']] }, 'people.csv'],
    [{ People: [['a']], Others: [['b']] }, 'people (People).csv'],
  ])(
    'made of a sheet is called as the workbook, and as the sheet among several',
    async (sheets, name) => {
      const book = utils.book_new()
      for (const [sheet, rows] of Object.entries(sheets)) {
        utils.book_append_sheet(book, utils.aoa_to_sheet(rows), sheet)
      }
      const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
      expect((await openTable(csv(bytes, 'people.xlsx'))).file.name).toBe(name)
    },
  )

  it('that is empty is refused', async () => {
    expect(renderMessage(refusalOf(csv('')) ?? '')).toEqual('The file is empty.')
    await expect(read('\n\n')).rejects.toThrow('The file is empty.')
  })

  it('to start from has an example row that the import knows', async () => {
    const people = defineResource('people', {
      icon: 'person',
      api: 'people',
      permission: 'person',
      routes: { list: 'people' },
      operations: ['list', 'import'],
      fields: { name: field.text(), email: field.email({ optional: true, label: 'E-mail' }) },
      import: { fields: ['name', 'email'] },
      title: 'name',
      list: ['name'],
      form: ['name', 'email'],
    })
    const [file, name] = startingFile(people, userWith('person.import'))
    expect(name).toBe('people-import.csv')
    expect(await file.text()).toContain('"name","email"\r\n"","example.row@example.com"')
  })

  it('with an extension in capitals is read', () => {
    expect(refusalOf(csv('a', 'THINGS.CSV'))).toBeUndefined()
  })
})

describe('the preview', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `${n};x`).join('\n')

  it('shows the first line as headers and eleven rows', async () => {
    const { headers, rows, reading } = await read(`a;b\n${lines(30)}`)
    expect(headers).toEqual(['a', 'b'])
    expect(rows).toHaveLength(11)
    expect(reading).toMatchObject({ delimiter: ';', encoding: 'utf-8' })
  })

  it('keeps the first line as data when it is none of headers', async () => {
    const { headers, rows } = await read(lines(30), { ignore_first_line: false })
    expect(headers).toEqual(['Column 1', 'Column 2'])
    expect(rows[0]).toEqual(['0', 'x'])
    expect(rows).toHaveLength(11)
  })

  it.each([
    ['an e-mail address', 'plain@example.com\nother@example.com', false],
    ['a phone number', 'Ann;+44 7400 123456\nBen;+44 7400 123457', false],
    ['the hash of one', `${'0a'.repeat(32)}\n${'1b'.repeat(32)}`, false],
    ['names alone', 'Person;2026\nAnn;7', true],
  ])('finds in a first line with %s whether it is one of headers', async (_what, text, ignored) => {
    const { rows, total, reading } = await read(text)
    expect([rows.length, total]).toEqual(ignored ? [1, 1] : [2, 2])
    expect(reading.ignore_first_line).toBe(ignored)
  })

  it('reads quotes, another escape character and a delimiter that was chosen', async () => {
    const { rows } = await read('a|b\n"x|\\"y\\""|z', { delimiter: '|', escape: '\\' })
    expect(rows).toEqual([['x|"y"', 'z']])
  })

  it('finds the encoding by the first bytes', () => {
    expect(certainEncoding(new TextEncoder().encode('Zoë'))).toBe('utf-8')
    expect(certainEncoding(new TextEncoder().encode('Zoë').subarray(0, 3))).toBe('utf-8')
    expect(certainEncoding(new Uint8Array([0x5a, 0x6f, 0xeb]), true)).toBeUndefined()
    expect(certainEncoding(new Uint8Array([0xff, 0xfe, 0x41, 0]))).toBe('utf-16le')
    expect(certainEncoding(new Uint8Array([0x41, 0, 0x42, 0, 0x43, 0]))).toBe('utf-16le')
  })

  it('F7: shows the words of a file in every encoding in which they read differently', () => {
    const polish = new Uint8Array([0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a, 0x20, 0xb9, 0xea])
    const shown = candidatesFor(polish)
    expect(shown).toContainEqual({ encoding: 'windows-1250', example: 'Łukasz ąę' })
    expect(shown).toContainEqual({ encoding: 'windows-1252', example: '£ukasz ¹ê' })
    expect(new Set(shown.map(({ example }) => example)).size).toBe(shown.length)
  })

  it.each([
    ['has only a first line', 'a;b\n\n;\n', 'The file has no rows below its first line.'],
    ['has 200,001 rows', `a\n${'x\n'.repeat(200_001)}`, 'At most 200,000 rows'],
  ])('F13: says at once that a file %s', async (_what, text, words) => {
    await expect(read(text)).rejects.toThrow(words)
  })

  it('F13: counts the rows of the whole file, not their lines', async () => {
    const row = '"two\r\nlines","say ""hi"", Bob",5" pipe\r\n,,\r\n"",Empty,\r\nEmpty,Emmy,\r\n'
    const { total } = await read(`a,b,c\n${row.repeat(66_000)}`)
    expect(total).toBe(198_000)
    const { total: ofSheet } = await read(`a,b,c\n${row.repeat(100)}`, { spreadsheet: true })
    expect(ofSheet).toBe(200)
    await expect(read('a\n"open\n')).rejects.toThrow('never closed')
  })
})

describe('the mapping', () => {
  it('is guessed from names, labels and known headers, each field once', () => {
    const headers = ['TEXT', 'E-mail', 'email', ' Phone ', 'Whatever', '__proto__']
    expect(guessMapping(thing, user, headers)).toEqual(['text', 'email', null, 'phone', null, null])
  })

  it('is guessed from the labels of another language, with the name of a field where two have one', () => {
    const labels = { text: ['نص'], email: ['نص'], phone: ['هاتف'] }
    const headers = ['نص (text)', 'نص (email)', 'هاتف', 'id']
    expect(guessMapping(thing, user, headers, 'new', [], labels)).toEqual([
      'text',
      'email',
      'phone',
      null,
    ])
  })

  it('B16: is guessed from what cells look like where no header says it', () => {
    const rows = [
      ['ada@example.com', '', '+44 20 7946 0958', 'old@example.com', '2026', 'x'],
      ['Empty', 'note', '020 7946 0958', 'b@example.com', '12345', 'y@example.com'],
    ]
    const guess = (headers: readonly string[]) => guessMapping(thing, user, headers, 'new', rows)
    const nothing = ['', 'Column 2', '', 'Anything', '', '']
    expect(guess(nothing)).toEqual(['email', null, 'phone', null, null, null])
    expect(guess(['', '', 'Text', 'E-mail', 'Phone', ''])).toEqual([
      null,
      null,
      'text',
      'email',
      'phone',
      null,
    ])
  })

  it('offers nothing that the user may not set', () => {
    const few = userWith(...everything.filter((one) => one !== 'thing.phone'))
    expect(guessMapping(thing, few, ['text', 'phone'])).toEqual(['text', null])
  })

  it('moves a field from one column to another', () => {
    expect(remapped(['email', null], 1, 'email', thing)).toEqual([null, 'email'])
    expect(remapped(['text', 'email'], 0, null, thing)).toEqual([null, 'email'])
  })

  it('lets several columns make one text', () => {
    expect(remapped(['text', null], 1, 'text', thing)).toEqual(['text', 'text'])
    const kept = templateOf('Two', ['First', 'Last', 'Mail', 'Other'], {
      mapping: ['text', 'text', 'email', null],
    } as never)
    const template = { ...kept, id: 1, mode: 'new' as const }
    const headers = ['Last', 'Mail', 'First']
    expect(mappedBy(template, headers, thing, user)).toEqual(['text', 'email', 'text'])
  })

  it('B15: takes nothing from the columns that a report of refused rows has added', () => {
    const older = ['row_number', 'reason_code', 'reason']
    const added = ['row_number', 'result', 'reason_code', 'reason', 'matched_wide_id']
    const wide = defineResource('wide', {
      permission: 'wide',
      fields: { text: field.text(), reason: field.text({ optional: true }) },
      title: 'text',
      list: ['text'],
      form: ['text'],
      import: { fields: ['text', 'reason'] },
    })
    const may = userWith('wide.import')
    expect(guessMapping(wide, may, ['text', ...older, ...added, ...added])).toEqual([
      'text',
      ...Array(13).fill(null),
    ])
    expect(guessMapping(wide, may, ['text', 'reason'])).toEqual(['text', 'reason'])
    expect(ownColumns(['text', ...added])).toBe(1)
  })

  it('names the fields that every record must have', () => {
    expect(missingFields(thing, user, ['email'])).toEqual(['text'])
    expect(missingFields(thing, user, ['text'])).toEqual([])
  })
})

describe('the import screen', () => {
  const running = {
    id: 3,
    name: 'Things: import',
    state: 'running',
    progress: 40,
    total: 10,
    pending: 6,
    processed: 4,
    failed: 0,
  }
  const finished = {
    ...running,
    state: 'finished',
    progress: 100,
    pending: 0,
    processed: 10,
    failed: 2,
  }
  /** What the server knows of the import of the address. */
  const found = {
    id: 9,
    name: 'things.csv',
    state: 'done',
    job_id: 3,
    mode: 'new',
    total: 10,
    created: 8,
    updated: 0,
    refused: 2,
    undone: 0,
    undo_job: null,
    may_undo: false,
    is_check: false,
    checked: null,
    message: null,
    note: null,
    has_file: false,
    headers: ['Text'],
    remarks: [],
    reasons: [{ code: 'missing', count: 2, example: 'Text: fill in this field' }],
    problems: [{ row_number: 4, code: 'missing', reason: 'Text: fill in this field', cells: [''] }],
  }
  /** Answers by path; anything else gets `other`. */
  const calls = (other: object, byPath: Record<string, object> = {}) =>
    vi.fn(async (_method: string, path: string): Promise<object> => {
      const answers = {
        '/store/thing/import/template': [],
        '/store/thing/import/9': found,
        '/store/thing/import/upload/an-upload': {},
        ...byPath,
      }
      return path in answers ? { data: answers[path as keyof typeof answers] } : other
    })
  const next = async (person: ReturnType<typeof visit>['person']) =>
    person.click(await screen.findByRole('button', { name: 'Next' }))
  const choose = async (person: ReturnType<typeof visit>['person'], file: File) =>
    person.upload(await screen.findByLabelText('File'), file)

  it('is refused without the permission', async () => {
    visit('/store/things/import', { user: userWith('thing.view') })
    expect(await screen.findByText('You do not have the permission for this.')).toBeTruthy()
  })

  it('tells what is wrong with a file and lets nobody go on', async () => {
    const { person } = visit('/store/things/import')
    const input = await screen.findByLabelText('File')
    input.removeAttribute('accept')
    await person.upload(input, csv('a', 'things.pdf'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'File extension is not allowed please upload only csv/xlsx',
    )
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  it('keeps the file and its columns where somebody goes back to the first step', async () => {
    const provider = fakeProvider({ call: calls({ data: {} }) as never })
    const { person } = visit('/store/things/import', { provider })
    await choose(person, csv('Text;Price\nLamp;5,50\n'))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'Field for Price' }))
    await person.click(await screen.findByRole('option', { name: 'Money' }))
    await next(person)
    for (const _step of [3, 2, 1]) {
      await person.click(await screen.findByRole('button', { name: 'Back' }))
    }
    expect(await screen.findByText(/^things\.csv/)).toBeTruthy()
    await next(person)
    await next(person)
    const field = await screen.findByRole('combobox', { name: 'Field for Price' })
    expect(field.textContent).toBe('Money')
  })

  it('keeps what was chosen while somebody looks back at an older import', async () => {
    const provider = fakeProvider({ call: calls({ data: {} }) as never })
    const { person, router } = visit('/store/things/import?import=9', { provider })
    await person.click(await screen.findByRole('link', { name: 'Import another file' }))
    await choose(person, csv('Text;Price\nLamp;5,50\n'))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'Field for Price' }))
    await person.click(await screen.findByRole('option', { name: 'Money' }))
    await next(person)
    await screen.findByRole('combobox', { name: 'Choice' })
    void router.navigate(-1)
    await screen.findByRole('heading', { name: 'Refused rows by reason' })
    expect(isAskedByBrowser()).toBe(true)
    void router.navigate(1)
    await screen.findByRole('combobox', { name: 'Choice' })
    await person.click(await screen.findByRole('button', { name: 'Back' }))
    const field = await screen.findByRole('combobox', { name: 'Field for Price' })
    expect(field.textContent).toBe('Money')
  })

  it('reads a file as one before it was, whose mapping was kept', async () => {
    const kept = {
      id: 1,
      name: 'Monthly',
      columns: { Text: 'text' },
      settings: {},
      date_order: 'ymd',
      decimal_sign: '.',
      mode: 'new',
      duplicates: 'usual',
      reading: { delimiter: ':', quote: "'", escape: '\\', ignore_first_line: true },
    }
    const call = calls({ message: 'Kept.', data: {} }, { '/store/thing/import/template': [kept] })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await choose(person, csv("Text:Note\n'Lamp: tall, 'a\\'b'\n"))
    await person.click(await screen.findByRole('combobox', { name: 'Read as' }))
    await person.click(await screen.findByRole('option', { name: 'Monthly' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quote' }).value).toBe("'"),
    )
    await next(person)
    await next(person)
    await person.type(await screen.findByRole('textbox', { name: /^Keep these/ }), 'Other{Enter}')
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'POST',
        '/store/thing/import/template',
        expect.objectContaining({ name: 'Other', reading: kept.reading }),
      ),
    )
  })

  it('asks for no column without a header and a value, and numbers one that has values', async () => {
    const provider = fakeProvider({ call: calls({ data: {} }) as never })
    const { person } = visit('/store/things/import', { provider })
    await choose(person, csv('Text;;Price;;\nLamp;odd;5,50;;\nDesk;;;Empty;\n'))
    await next(person)
    const table = await screen.findByRole('table', { name: 'Columns' })
    expect(within(table).getAllByRole('combobox')).toHaveLength(3)
    for (const name of ['Text', 'Column 2', 'Price']) {
      expect(within(table).getByRole('combobox', { name: `Field for ${name}` })).toBeTruthy()
    }
  })

  const throughAll = async (person: ReturnType<typeof visit>['person']) => {
    await choose(person, csv('Text;E-mail;Price\nLamp;a@b.co;5,50\n'))
    const preview = await screen.findByRole('table', { name: 'Preview' })
    expect(within(preview).getByText('a@b.co')).toBeTruthy()
    await next(person)
    const field = await screen.findByRole('combobox', { name: 'Field for Price' })
    expect(screen.getByRole('combobox', { name: 'Field for E-mail' }).textContent).toBe('Email')
    expect(field.textContent).toBe('Skip')
    await person.click(field)
    await person.click(await screen.findByRole('option', { name: 'Money' }))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'Amounts are written like' }))
    await person.click(await screen.findByRole('option', { name: '1250,00' }))
    await person.click(screen.getByRole('combobox', { name: 'Choice' }))
    await person.click(await screen.findByRole('option', { name: 'Old' }))
    await person.type(screen.getByLabelText('Note'), 'Of the fair')
  }
  const sent = {
    upload_id: 'an-upload',
    delimiter: ';',
    quote: '"',
    escape: '"',
    spreadsheet: false,
    ignore_first_line: true,
    encoding: 'utf-8',
    mapping: ['text', 'email', 'money'],
    settings: { choice: 'old' },
    date_order: 'ymd',
    decimal_sign: ',',
    mode: 'new',
    duplicates: 'usual',
    note: 'Of the fair',
    check: false,
  }
  const key = expect.stringMatching(aKey)
  const begun = { data: { id: 9, job_id: 3, warning: 'Imported before.' } }

  it('goes from the file over its columns to the work, which a reload finds in the address', async () => {
    upload.mockResolvedValue('an-upload')
    const call = calls(begun)
    const provider = fakeProvider({ call: call as never })
    const { person, router } = visit('/store/things/import', { provider })
    await throughAll(person)
    await person.click(screen.getByRole('button', { name: 'Start import' }))
    expect(await screen.findByText('8 rows imported, 2 refused')).toBeTruthy()
    expect(screen.getByText('Imported before.')).toBeTruthy()
    expect(screen.getByText(/lack a value that every record must have/)).toBeTruthy()
    expect(upload).toHaveBeenCalledWith(expect.objectContaining({ purpose: 'import:things' }))
    expect(call).toHaveBeenCalledWith('POST', '/store/thing/import', sent, { key })
    expect(router.state.location.search).toBe('?import=9&job=3')
  })

  it('says how it goes on after a sign-in that ended in the upload, and goes on', async () => {
    upload.mockRejectedValueOnce(refusal(401, 'Sign in to continue.'))
    upload.mockResolvedValue('an-upload')
    const call = calls(begun)
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await throughAll(person)
    await person.click(screen.getByRole('button', { name: 'Start import' }))
    expect(
      await screen.findByText(/^Your sign-in had ended\. Once you have signed in/),
    ).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByText('8 rows imported, 2 refused')).toBeTruthy()
  })

  it('shows no words that a link to an import brings along', async () => {
    visit('/store/things/import?import=9&job=3&warning=Call+this+number', {
      provider: fakeProvider({ call: calls(begun) as never }),
    })
    expect(await screen.findByText('8 rows imported, 2 refused')).toBeTruthy()
    expect(document.body.textContent).not.toContain('Call this number')
  })

  it('10.1: says what is done with rows that are there already', async () => {
    upload.mockResolvedValue('an-upload')
    const call = calls(begun, { '/store/thing/import/9': { ...found, duplicates: 'mark' } })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await throughAll(person)
    const action = screen.getByRole('combobox', { name: 'Duplicates' })
    expect(action.textContent).toBe('As the usual rule says')
    await person.click(action)
    await person.click(
      await screen.findByRole('option', { name: 'Take them in as new, marked as duplicates' }),
    )
    await person.click(screen.getByRole('button', { name: 'Start import' }))
    await ordered(call, { duplicates: 'mark' })
    const told = 'Duplicates: Take them in as new, marked as duplicates'
    expect(await screen.findByText(told)).toBeTruthy()
  })

  it('offers to mark them as new to nobody who may not', async () => {
    upload.mockResolvedValue('an-upload')
    const { person } = visit('/store/things/import', {
      user: without('thing.mark'),
      provider: fakeProvider({ call: calls(begun) as never }),
    })
    await throughAll(person)
    await person.click(screen.getByRole('combobox', { name: 'Duplicates' }))
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['As the usual rule says', 'Leave them out'])
  })

  it('B16: asks before it takes in a file that was imported before', async () => {
    upload.mockResolvedValue('an-upload')
    const warning = 'This file was imported before, on 2026-01-31.'
    const before = '/store/thing/import/upload/an-upload'
    const call = calls(begun, { [before]: { warning } })
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things/import', { provider })
    await throughAll(person)
    await person.click(screen.getByRole('button', { name: 'Start import' }))
    expect((await screen.findByRole('alert')).textContent).toBe(warning)
    const orders = () => call.mock.calls.filter(([method]) => method === 'POST')
    expect(orders()).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByRole('combobox', { name: 'Choice' }).textContent).toBe('Old')
    await person.click(screen.getByRole('button', { name: 'Start import' }))
    await person.click(await screen.findByRole('button', { name: 'Import it again' }))
    await waitFor(() => expect(orders()).toHaveLength(1))
    expect(call).toHaveBeenCalledWith('POST', '/store/thing/import', sent, { key })
  })

  it('checks the file first, shows what is wrong with which cells, then imports', async () => {
    upload.mockResolvedValue('an-upload')
    const checked = {
      ...found,
      state: 'checked',
      is_check: true,
      created: 0,
      refused: 0,
      checked: { created: 8, updated: 0, refused: 2 },
      has_file: true,
      problems: [{ row_number: 4, code: 'missing', reason: 'No text', cells: ['', 'x@y.co'] }],
      headers: ['Text', 'E-mail'],
      remarks: [
        { code: 'country_conflict', message: 'Country: of another phone', count: 9, rows: [2, 3] },
        { code: 'under_18', message: 'Under 18', count: 1, rows: [6] },
      ],
    }
    const answers: Record<string, object> = { '/store/thing/import/9': checked }
    const call = calls(begun, answers)
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things/import', { provider })
    await throughAll(person)
    await person.click(screen.getByRole('button', { name: 'Check the file' }))
    const rows = await screen.findByRole('table', { name: 'The first refused rows' })
    expect(within(rows).getByText('x@y.co')).toBeTruthy()
    const remark = screen.getByText(/^Country: of another phone/, { ignore: 'strong' })
    expect(remark.textContent).toBe('9 Country: of another phone (rows 2, 3 and more)')
    const one = screen.getByText(/^Under 18/, { ignore: 'strong' })
    expect(one.textContent).toBe('1 Under 18 (row 6)')
    expect(screen.getByText('Nothing is saved yet. The import does what stands here.')).toBeTruthy()
    const path = '/store/thing/import'
    expect(call).toHaveBeenCalledWith('POST', path, { ...sent, check: true }, { key })
    call.mockImplementation(() => new Promise(() => {}))
    const start = screen.getByRole('button', { name: 'Import 8 rows' })
    await person.click(start)
    expect(call).toHaveBeenCalledWith('POST', `${path}/9/start`, {}, { key })
    const orders = call.mock.calls.length
    // A disabled button would lose the focus to the page.
    for (const button of [start, screen.getByRole('button', { name: 'Back' })]) {
      expect(button.matches(':disabled')).toBe(false)
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await person.click(button)
    }
    expect(call).toHaveBeenCalledTimes(orders)
    expect(start.isConnected).toBe(true)
  })

  it('goes back from what a check has found to the settings of the same file', async () => {
    upload.mockResolvedValue('an-upload')
    const checked = { created: 0, updated: 0, refused: 10 }
    const answer = { ...found, state: 'checked', is_check: true, checked, has_file: true }
    const call = calls(begun, { '/store/thing/import/9': answer })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await throughAll(person)
    await person.click(screen.getByRole('button', { name: 'Check the file' }))
    await screen.findByText('Nothing is saved yet. The import does what stands here.')
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect((await screen.findByRole('combobox', { name: 'Choice' })).textContent).toBe('Old')
    await person.click(screen.getByRole('button', { name: 'Check the file' }))
    const orders = () => call.mock.calls.filter(([method]) => method === 'POST')
    await waitFor(() => expect(orders()).toHaveLength(2))
  })

  it('says which file it was, and leads to the rows that it refused, for those who may see them', async () => {
    const refused = defineResource('refused_people', {
      permission: 'refused',
      operations: ['list'],
      fields: {
        reason: field.text(),
        file: field.reference('imports', { optional: true, computed: true }),
      },
      title: 'reason',
      list: ['file'],
      form: [],
    })
    const people = defineResource('people', {
      permission: 'person',
      operations: ['list', 'import'],
      fields: { name: field.text() },
      import: { fields: ['name'], refused: 'refused_people' },
      title: 'name',
      list: ['name'],
      form: ['name'],
    })
    let brought = { ...found, name: 'fair.csv' }
    const provider = fakeProvider({ call: (async () => ({ data: brought })) as never })
    const screens = { '/people/*': <ResourceList resource={people} /> }
    const resources = [people, refused]
    const seen = (...permissions: string[]) =>
      openScreens('/people/import?import=9', screens, {
        user: userWith('person.view', 'person.import', ...permissions),
        provider,
        resources,
      })
    seen('refused.view')
    expect(await screen.findByRole('heading', { name: 'fair.csv' })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Show refused people' })
    expect(new URL(String(link.getAttribute('href')), 'http://x').searchParams.get('filter')).toBe(
      '{"file":9}',
    )
    cleanup()
    seen()
    await screen.findByRole('heading', { name: 'fair.csv' })
    expect(screen.queryByRole('link', { name: 'Show refused people' })).toBeNull()
    cleanup()
    // What changes records keeps no rows apart, and has made none to be shown.
    const changes = { name: 'fair.csv', mode: 'update', created: 0, updated: 8, may_undo: true }
    brought = { ...found, ...changes }
    const { person } = seen('refused.view')
    await screen.findByRole('heading', { name: 'fair.csv' })
    expect(screen.queryByRole('link', { name: 'Show refused people' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Show people' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Undo this import' }))
    const question = await screen.findByRole('dialog', { name: 'Undo this import' })
    expect(question.textContent).not.toContain('discarded')
  })

  it('of somebody else tells why rows were refused, without an empty table of them or their file', async () => {
    const told = [
      { code: 'bad_fruit', count: 3, example: '' },
      { code: 'shop_closed', count: 1, example: 'The shop is closed' },
    ]
    const reasonsOf = [...found.reasons, ...told]
    const others = { ...found, reasons: reasonsOf, problems: [], may_undo: true }
    const call = calls({ data: {} }, { '/store/thing/import/9': others })
    visit('/store/things/import?import=9', { provider: fakeProvider({ call: call as never }) })
    const reasons = await screen.findByRole('heading', { name: 'Refused rows by reason' })
    const said = within(reasons.parentElement as HTMLElement).getAllByRole('listitem')
    expect(said.map(({ textContent }) => textContent)).toEqual([
      '2 lack a value that every record must have',
      '3 have values that cannot be taken in',
      '1 The shop is closed',
    ])
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Download failed rows' })).toBeNull()
  })

  it('of which only the check was done stands at that step, and counts nothing as imported', async () => {
    const message = 'The check was cancelled. Nothing is saved.'
    const check = {
      ...found,
      state: 'cancelled',
      is_check: true,
      message,
      created: 0,
      reasons: [],
      problems: [],
    }
    const call = calls({ data: {} }, { '/store/thing/import/9': check })
    visit('/store/things/import?import=9', { provider: fakeProvider({ call: call as never }) })
    await screen.findByText(message)
    const active = () => document.querySelector('.MuiStepLabel-label.Mui-active')?.textContent
    await expect.poll(active).toBe('Check')
    expect(screen.queryByText(/imported/i)).toBeNull()
    expect(screen.getByRole('link', { name: 'Import another file' })).toBeTruthy()
  })

  it.each([
    ['cancelled', 42],
    ['failed', 42],
    ['done', 0],
    ['undone', 32],
  ] as const)('that is %s counts every row of its file', async (state, more) => {
    const { created, updated, refused } = found
    const ended = { ...found, state, total: created + updated + refused + more }
    const call = calls({ data: {} }, { '/store/thing/import/9': ended })
    visit('/store/things/import?import=9', { provider: fakeProvider({ call: call as never }) })
    await screen.findByText('Rows of the file')
    const countOf = (label: string) =>
      Number(screen.queryByText(label)?.nextElementSibling?.textContent ?? 0)
    const parts = ['Imported', 'Updated', 'Refused', 'Not read'].map(countOf)
    expect(parts.reduce((sum, one) => sum + one)).toBe(countOf('Rows of the file'))
    expect(countOf('Not read')).toBe(more)
  })

  it('that is undone says what was taken back in the place of what came in', async () => {
    const ended = { ...found, state: 'undone', undone: 7 }
    const call = calls({ data: {} }, { '/store/thing/import/9': ended })
    visit('/store/things/import?import=9', { provider: fakeProvider({ call: call as never }) })
    const told = await screen.findByText('The import is undone: 7 records were taken back.')
    expect(told.closest('[role=status]')).toBeTruthy()
    expect(screen.queryByText(/rows imported/)).toBeNull()
    expect(screen.getByText('Taken back').nextElementSibling?.textContent).toBe('7')
  })

  it('that failed says so at its step as well', async () => {
    const message = 'The work was begun three times and never came to an end.'
    const call = calls(
      { data: {} },
      { '/store/thing/import/9': { ...found, state: 'failed', message } },
    )
    visit('/store/things/import?import=9', { provider: fakeProvider({ call: call as never }) })
    await screen.findByText(message)
    const failed = () => document.querySelector('.MuiStepLabel-label.Mui-error')?.textContent
    await expect.poll(failed).toBe('Import')
    cleanup()
    const done = calls({ data: {} }, { '/store/thing/import/9': found })
    visit('/store/things/import?import=9', { provider: fakeProvider({ call: done as never }) })
    await screen.findByText('8 rows imported, 2 refused')
    const steps = () => document.querySelectorAll('.MuiStepLabel-label.Mui-completed').length
    await expect.poll(steps).toBe(6)
    // Wide rows say where there is more of them.
    expect(screen.getByRole('region', { name: 'The first refused rows' })).toBeTruthy()
    expect(screen.getByRole('rowheader', { name: '4' })).toBeTruthy()
  })

  it('is taken back after a question that says by its name what is asked', async () => {
    const call = calls({ data: {} }, { '/store/thing/import/9': { ...found, may_undo: true } })
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things/import?import=9', { provider })
    await person.click(await screen.findByRole('button', { name: 'Undo this import' }))
    const question = await screen.findByRole('dialog', { name: 'Undo this import' })
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))
    expect(question.textContent).toContain('Take back the 8 records')
    await person.click(within(question).getByRole('button', { name: 'Undo this import' }))
    const path = '/store/thing/import/9/undo'
    expect(call).toHaveBeenCalledWith('POST', path, {}, { key })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays asked about while the server does not answer', async () => {
    const call = calls({ data: {} }, { '/store/thing/import/9': { ...found, may_undo: true } })
    const { person } = visit('/store/things/import?import=9', {
      provider: fakeProvider({ call: call as never }),
    })
    await person.click(await screen.findByRole('button', { name: 'Undo this import' }))
    const question = await screen.findByRole('dialog', { name: 'Undo this import' })
    call.mockRejectedValueOnce(refusal(500, 'Out of order'))
    const undo = within(question).getByRole('button', { name: 'Undo this import' })
    await person.click(undo)
    expect((await within(question).findByRole('alert')).textContent).toBe('Out of order')
    await person.click(undo)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that was taken back says what stayed and why, not in the words of the log', async () => {
    const undone = { ...found, state: 'undone', undone: 1, undo_job: 12 }
    const reasons = [{ reason: 'Es wurde inzwischen gesendet', count: 2 }]
    const result = { skipped: { invalid: 2 }, reasons }
    const job = {
      ...finished,
      id: 12,
      result,
      message: '2 were skipped: the file says why.',
      error_file: 'a',
    }
    const call = calls({ data: {} }, { '/store/thing/import/9': undone })
    const getOne = vi.fn(async () => ({ data: job }))
    const provider = fakeProvider({ call: call as never, getOne: getOne as never })
    visit('/store/things/import?import=9', { provider })
    expect(await screen.findByText('The import is undone: 1 record was taken back.')).toBeTruthy()
    expect(await screen.findByText('2 × Es wurde inzwischen gesendet')).toBeTruthy()
    expect(screen.queryByText(job.message)).toBeNull()
  })

  it('is read again as soon as its job has ended, not only when its turn comes', async () => {
    let reads = 0
    const call = vi.fn(async () => {
      reads += 1
      return { data: { ...found, state: reads === 1 ? 'importing' : 'done' } }
    })
    const getOne = vi.fn(async () => ({ data: finished }))
    const provider = fakeProvider({ call: call as never, getOne: getOne as never })
    visit('/store/things/import?import=9', { provider })
    await screen.findByRole('progressbar')
    const soon = { timeout: 1_000 }
    expect(await screen.findByText('8 rows imported, 2 refused', undefined, soon)).toBeTruthy()
  })

  it('that is being taken back says so, and where that ended early how much was', async () => {
    const undoing = { ...found, state: 'undoing', undo_job: 12 }
    const call = calls({ data: {} }, { '/store/thing/import/9': undoing })
    const getOne = vi.fn(async () => ({ data: { ...finished, id: 12, state: 'running' } }))
    visit('/store/things/import?import=9', {
      provider: fakeProvider({ call: call as never, getOne: getOne as never }),
    })
    const said = 'The import is being undone: what it brought is taken back.'
    expect(await screen.findByText(said)).toBeTruthy()
    cleanup()
    const early = { ...found, undone: 3, undo_job: 12 }
    visit('/store/things/import?import=9', {
      provider: fakeProvider({
        call: calls({ data: {} }, { '/store/thing/import/9': early }) as never,
        getOne: vi.fn(async () => ({ data: { ...finished, id: 12 } })) as never,
      }),
    })
    expect(await screen.findByText('The undoing ended early. Taken back: 3.')).toBeTruthy()
    expect(screen.queryByText(said)).toBeNull()
  })

  it('changes by id: offers the id as a column only then, and asks for nothing else', async () => {
    upload.mockResolvedValue('an-upload')
    const call = calls(begun)
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things/import', { provider })
    await choose(person, csv('ID,Price\n7,5\n'))
    await next(person)
    const column = await screen.findByRole('combobox', { name: 'Field for ID' })
    expect(column.textContent).toBe('Skip')
    await person.click(column)
    expect(screen.queryByRole('option', { name: 'ID' })).toBeNull()
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('combobox', { name: 'What the file does' }))
    await person.click(await screen.findByRole('option', { name: /^Changes those that exist/ }))
    expect(screen.getByRole('combobox', { name: 'Field for ID' }).textContent).toBe('ID')
    await person.click(screen.getByRole('combobox', { name: 'Field for Price' }))
    await person.click(await screen.findByRole('option', { name: 'Money' }))
    await next(person)
    await person.click(await screen.findByRole('button', { name: 'Start import' }))
    const order = { mapping: ['id', 'money'], mode: 'update', settings: {} }
    await ordered(call, order)
  })

  it('takes what is told of records by its own columns and settings, from those who may', async () => {
    upload.mockResolvedValue('an-upload')
    const call = calls(begun)
    const provider = fakeProvider({ call: call as never })
    const teller = userWith(...everything, 'thing.told')
    const { person } = visit('/store/things/import', { provider, user: teller })
    await choose(person, csv('Code there,Bought,Text\nA1,2026-01-31,Lamp\n'))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'What the file does' }))
    await person.click(await screen.findByRole('option', { name: 'What became of them' }))
    const columnOf = (header: string) =>
      screen.getByRole('combobox', { name: `Field for ${header}` })
    expect(columnOf('Code there').textContent).toBe('Code there')
    expect(columnOf('Text').textContent).toBe('Skip')
    expect(screen.getByText('Choose a column for one of these: Sold')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
    await person.click(columnOf('Bought'))
    expect(screen.queryByRole('option', { name: 'Place that tells it' })).toBeNull()
    await person.click(await screen.findByRole('option', { name: 'Sold' }))
    await next(person)
    await person.type(await screen.findByRole('textbox', { name: /Place that tells it/ }), 'Shop')
    await person.click(screen.getByRole('button', { name: 'Start import' }))
    const mapping = ['code', 'sold_at', null]
    const order = { mapping, mode: 'outcomes', settings: { place: 'Shop' } }
    await ordered(call, order)
  })

  it('offers what is told of records to nobody else, and says which columns make one value', async () => {
    const provider = fakeProvider({ call: calls({}) as never })
    const { person } = visit('/store/things/import', { provider })
    await choose(person, csv('Text,More,E-mail\nA,B,a@b.co\n'))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'What the file does' }))
    expect(screen.queryByRole('option', { name: 'What became of them' })).toBeNull()
    await person.keyboard('{Escape}')
    await person.click(screen.getByRole('combobox', { name: 'Field for More' }))
    await person.click(await screen.findByRole('option', { name: 'Text' }))
    expect(screen.getByText('One value with: More')).toBeTruthy()
    expect(screen.getByText('One value with: Text')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Field for Text' }).textContent).toBe('Text')
  })

  it('uses a kept mapping, and keeps what was chosen for the next file', async () => {
    const kept = {
      id: 1,
      name: 'Monthly',
      columns: { A: 'text', B: 'email' },
      settings: { choice: 'old' },
      date_order: 'dmy',
      decimal_sign: ',',
      mode: 'new',
      duplicates: 'mark',
    }
    const call = calls({ message: 'Kept.', data: {} }, { '/store/thing/import/template': [kept] })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await choose(person, csv('B,A,C\na@b.co,Lamp,1\n'))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'Kept mapping' }))
    await person.click(await screen.findByRole('option', { name: 'Monthly' }))
    expect(screen.getByRole('combobox', { name: 'Field for B' }).textContent).toBe('Email')
    await next(person)
    expect((await screen.findByRole('combobox', { name: 'Choice' })).textContent).toBe('Old')
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Keep these columns/ })
    // Enter keeps: it does not send the form, which would check the file.
    await person.type(name, 'Other{Enter}')
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('POST', '/store/thing/import/template', {
        ...kept,
        id: undefined,
        name: 'Other',
        reading: { delimiter: ',', quote: '"', escape: '"', ignore_first_line: true },
      }),
    )
    await waitFor(() => expect(name.value).toBe(''))
    await person.type(name, '{Enter}')
    expect(call).not.toHaveBeenCalledWith('POST', '/store/thing/import', expect.anything())
  })

  it('chooses the mapping that was kept for a file with its columns by itself, which is taken back by one choice', async () => {
    const kept = {
      id: 1,
      name: 'Monthly',
      columns: { A: 'text', B: 'email' },
      settings: {},
      date_order: 'dmy',
      decimal_sign: ',',
      mode: 'new',
    }
    const other = { ...kept, id: 2, name: 'Other file', columns: { ...kept.columns, D: 'choice' } }
    const call = calls({ data: {} }, { '/store/thing/import/template': [other, kept] })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await choose(person, csv('B,A,C\na@b.co,Lamp,1\n'))
    await next(person)
    const choice = await screen.findByRole('combobox', { name: 'Kept mapping' })
    await waitFor(() => expect(choice.textContent).toBe('Monthly'))
    expect(screen.getByText('Chosen because the file has its columns.')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Field for A' }).textContent).toBe('Text')
    await person.click(choice)
    await person.click(await screen.findByRole('option', { name: 'None' }))
    expect(screen.getByRole('combobox', { name: 'Field for A' }).textContent).not.toBe('Text')
    expect(screen.queryByText('Chosen because the file has its columns.')).toBeNull()
  })

  it('asks nothing again of the refused rows of an import that it knows', async () => {
    const order = {
      mapping: ['email'],
      settings: { choice: 'old' },
      date_order: 'dmy',
      decimal_sign: ',',
    }
    const mode = { mode: 'new', duplicates: 'usual' }
    const call = calls(
      { data: {} },
      { '/store/thing/import/9': { ...found, headers: ['Anschrift'], order, ...mode } },
    )
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    const added = 'row_number,result,reason_code,reason,matched_thing_id'
    const content = `Anschrift,${added}\na@b.co,4,refused,bad_email,Wrong,\n`
    await choose(person, new File([content], 'import-9-refused (1).csv'))
    await next(person)
    const choice = await screen.findByRole('combobox', { name: 'Kept mapping' })
    await waitFor(() => expect(choice.textContent).toBe('things.csv'))
    expect(screen.queryByRole('button', { name: 'Forget it' })).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Field for Anschrift' }).textContent).toBe('Email')
    await next(person)
    expect((await screen.findByRole('combobox', { name: 'Choice' })).textContent).toBe('Old')
  })

  it('keeps a kept mapping and what was typed on the way back to the columns and on again', async () => {
    const kept = {
      id: 1,
      name: 'Monthly',
      columns: { A: 'text' },
      settings: { choice: 'old' },
      date_order: 'dmy',
      decimal_sign: ',',
      mode: 'new',
    }
    const call = calls(
      { message: 'The mapping is forgotten.', data: {} },
      { '/store/thing/import/template': [kept] },
    )
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things/import', { provider })
    await choose(person, csv('B,A,C\na@b.co,Lamp,1\n'))
    await next(person)
    await person.click(await screen.findByRole('combobox', { name: 'Kept mapping' }))
    await person.click(await screen.findByRole('option', { name: 'Monthly' }))
    await next(person)
    await person.type(await screen.findByRole('textbox', { name: 'Note' }), 'From the fair')
    await person.click(screen.getByRole('button', { name: 'Back' }))
    const choice = await screen.findByRole('combobox', { name: 'Kept mapping' })
    expect(choice.textContent).toBe('Monthly')
    await next(person)
    expect((await screen.findByRole('combobox', { name: 'Choice' })).textContent).toBe('Old')
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'From the fair')
    await person.click(screen.getByRole('button', { name: 'Back' }))
    await person.click(await screen.findByRole('button', { name: 'Forget it' }))
    expect(await screen.findByText('The mapping is forgotten.')).toBeTruthy()
  })

  it('B4: asks before a link or a reload takes the file and what was chosen for it', async () => {
    const provider = fakeProvider({ call: calls({ data: {} }) as never })
    const { person, router } = visit('/store/things/import', { provider })
    await throughAll(person)
    expect(isAskedByBrowser()).toBe(true)
    void router.navigate('/settings/tags')
    await person.click(await screen.findByRole('button', { name: 'Go on editing' }))
    expect(router.state.location.pathname).toBe('/store/things/import')
    expect(screen.getByRole('combobox', { name: 'Choice' }).textContent).toBe('Old')
  })

  it('F7: asks how letters are written that it cannot be sure of, and goes on with the answer', async () => {
    const provider = fakeProvider({ call: calls({ data: {} }) as never })
    const { person } = visit('/store/things/import', { provider })
    const bytes = new Uint8Array([
      0x54, 0x65, 0x78, 0x74, 0x0a, 0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a, 0x0a,
    ])
    await choose(person, csv(bytes))
    await screen.findByText('Which of these lines reads right?')
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
    await person.click(screen.getByRole('radio', { name: /^Łukasz/ }))
    const preview = await screen.findByRole('table', { name: 'Preview' })
    expect(within(preview).getByText('Łukasz')).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'Encoding' }).textContent).toBe('windows-1250')
    expect(screen.getByText('Rows: 1')).toBeTruthy()
  })

  it('L15: shows uploads that were broken off, and discards one', async () => {
    const upload = {
      id: 'one',
      name: 'things.csv',
      purpose: 'import:things',
      size: 200,
      stored: 90,
      modified: '1',
    }
    let uploads = [upload, { ...upload, id: 'other', name: 'else.csv', purpose: 'import:elses' }]
    const call = vi.fn(async (method: string, path: string) => {
      if (method === 'DELETE') uploads = []
      return { data: path.endsWith('/template') ? [] : uploads }
    })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    expect(await screen.findByText('things.csv: 45% uploaded')).toBeTruthy()
    expect(screen.queryByText(/else.csv/)).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Discard things.csv' }))
    expect(call).toHaveBeenCalledWith('DELETE', '/files/one')
    await waitFor(() => expect(screen.queryByText(/things.csv/)).toBeNull())
  })

  it('L15: goes on with the upload of the same file that was broken off elsewhere', async () => {
    upload.mockResolvedValue('an-upload')
    const file = csv('Text\nLamp\n')
    const unfinished = {
      id: 'known',
      name: file.name,
      purpose: 'import:things',
      size: file.size,
      stored: 5,
      modified: String(file.lastModified),
    }
    const call = calls({ data: [unfinished] })
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: call as never }),
    })
    await choose(person, file)
    await next(person)
    await next(person)
    await person.click(await screen.findByRole('button', { name: 'Start import' }))
    await waitFor(() =>
      expect(upload).toHaveBeenLastCalledWith(expect.objectContaining({ known: 'known' })),
    )
  })

  it('asks for what every record must have', async () => {
    const { person } = visit('/store/things/import', {
      provider: fakeProvider({ call: calls({}) as never }),
    })
    await choose(person, csv('E-mail\na@b.co\n'))
    await next(person)
    await next(person)
    await person.click(await screen.findByRole('button', { name: 'Start import' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Text')
  })

  it('shows the words of a server that refuses, and keeps what was chosen', async () => {
    upload.mockResolvedValue('an-upload')
    const refused = Object.assign(new Error('Check the marked fields.'), {
      status: 422,
      body: { errors: { mapping: 'Two columns are mapped to "text"', text: ['Not found'] } },
    })
    const call = vi.fn(async (method: string) => {
      if (method === 'POST') throw refused
      return { data: [] }
    })
    const provider = fakeProvider({ call: call as never })
    const { person } = visit('/store/things/import', { provider })
    await choose(person, csv('Text\nLamp\n'))
    await next(person)
    await next(person)
    await person.click(await screen.findByRole('button', { name: 'Start import' }))
    const said = 'Mapping: Two columns are mapped to "text". Text: Not found.'
    expect((await screen.findByRole('alert')).textContent).toBe(said)
    await person.click(screen.getByRole('button', { name: 'Back' }))
    await person.click(await screen.findByRole('button', { name: 'Back' }))
    const field = await screen.findByRole('combobox', { name: 'Field for Text' })
    expect(field.textContent).toBe('Text')
  })

  it('B16: takes up a running job after a reload, cancels it, offers the failed rows and shows the others', async () => {
    const getOne = vi.fn().mockResolvedValue({ data: running })
    const answers: Record<string, object> = {
      '/store/thing/import/9': {
        ...found,
        state: 'importing',
        created: 0,
        refused: 0,
        reasons: [],
      },
    }
    const call = vi.fn(async (_method: string, path: string) => {
      return path in answers
        ? { data: answers[path] }
        : { message: 'The job is being cancelled.', data: {} }
    })
    const provider = fakeProvider({ call: call as never, getOne: getOne as never })
    const { person } = visit('/store/things/import?import=9&job=3', {
      provider,
      user: userWith(...everything, `${job.permission}.cancel`),
    })
    expect(await screen.findByText('4 of 10 processed, 0 failed')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Things: import' })).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Cancel the job' }))
    const asked = await screen.findByRole('dialog', { name: /Cancel the job/ })
    await person.click(within(asked).getByRole('button', { name: 'Cancel the job' }))
    expect(call).toHaveBeenCalledWith('POST', '/profile/job/3/cancel')
    getOne.mockResolvedValue({ data: { ...running, state: 'paused' } })
    await screen.findByText(/^paused$/i, {}, { timeout: 5_000 })
    expect(screen.getAllByRole('button', { name: 'Cancel the job' })).toHaveLength(1)
    getOne.mockResolvedValue({ data: finished })
    answers['/store/thing/import/9'] = found
    const list = await screen.findByRole('link', { name: 'Show things' })
    expect(list.getAttribute('href')).toBe('/store/things?filter=%7B%22integer%22%3A9%7D')
    await person.click(await screen.findByRole('button', { name: 'Download failed rows' }))
    await waitFor(() =>
      expect(provider.download).toHaveBeenCalledWith('/store/thing/import/9/report'),
    )
  })

  it('B29: of an import that is not there says so, leads to the list, and asks no more', async () => {
    const call = vi.fn().mockRejectedValue(refusal(404, 'Not found.'))
    const provider = fakeProvider({ call: call as never })
    visit('/store/things/import?import=8', { provider, user: userWith(...everything) })
    expect(await screen.findByText('Not found.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    const toList = screen.getByRole('link', { name: 'Open the list' })
    expect(toList.getAttribute('href')).toBe('/store/things')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(call.mock.calls.filter(([, path]) => path === '/store/thing/import/8')).toHaveLength(1)
  })
})

it('12.2 a value for all rows has its input, whatever other fields would say of one record', async () => {
  const screens = { '/repairs/*': <ResourceList resource={repair} /> }
  const provider = fakeProvider({ call: vi.fn(async () => ({ data: [] })) as never })
  const around = { user: userWith(...mechanic), provider, resources: hire }
  const { person } = openScreens('/repairs/import', screens, around)
  await person.upload(await screen.findByLabelText('File'), csv('Code,From date\nR1,2026-01-31\n'))
  await person.click(await screen.findByRole('button', { name: 'Next' }))
  await screen.findByRole('combobox', { name: 'Field for Code' })
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await person.click(await screen.findByRole('combobox', { name: 'Add a value for all rows' }))
  await person.click(await screen.findByRole('option', { name: 'Workshop' }))
  expect(await screen.findByLabelText(/^Workshop/)).toBeTruthy()
  // What is chosen beside it for all rows says it of all rows.
  await person.click(screen.getByRole('combobox', { name: 'Add a value for all rows' }))
  await person.click(await screen.findByRole('option', { name: 'Kind' }))
  await waitFor(() => expect(screen.queryByLabelText(/^Workshop/)).toBeNull())
  await person.click(await screen.findByLabelText(/^Kind/))
  await person.click(await screen.findByRole('option', { name: 'External' }))
  expect(await screen.findByLabelText(/^Workshop/)).toBeTruthy()
})

it('leads to the setting that is missing', async () => {
  const shelf = defineResource('shelves', {
    permission: 'shelf',
    operations: ['list', 'create', 'import'],
    fields: { code: field.text(), room: field.text() },
    title: 'code',
    list: ['code'],
    form: ['code', 'room'],
    import: { fields: ['code'], settings: ['room'] },
  })
  const screens = { '/shelves/*': <ResourceList resource={shelf} /> }
  const provider = fakeProvider({ call: vi.fn(async () => ({ data: [] })) as never })
  const user = userWith('shelf.view', 'shelf.create', 'shelf.import')
  const around = { user, provider, resources: [shelf] }
  const { person } = openScreens('/shelves/import', screens, around)
  await person.upload(await screen.findByLabelText('File'), csv('Code\nR1\n'))
  await person.click(await screen.findByRole('button', { name: 'Next' }))
  await screen.findByRole('combobox', { name: 'Field for Code' })
  await person.click(screen.getByRole('button', { name: 'Next' }))
  const room = await screen.findByLabelText(/^Room/)
  for (const name of ['Check the file', 'Start import']) {
    await person.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(document.activeElement).toBe(room))
  }
})
