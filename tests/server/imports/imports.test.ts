import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { renderMessage } from '#schema'
import { importer } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'

let server: TestServer
let user: Client

beforeAll(async () => {
  server = await createTestServer(business)
  user = await server.user(importer)
  await sql`
    insert into countries (name, code, code_3)
    values ('Germany', 'DE', 'DEU'), ('Österreich', 'AT', 'AUT'), ('United Kingdom', 'GB', 'GBR')
  `.execute(server.backend.database.sql)
  await sql`
    insert into tags (name, owner) values ('hot', null), ('cold', null), ('twin', null), ('Twin', null)
  `.execute(server.backend.database.sql)
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(server.backend.database.sql)).rows

interface Finished {
  id: number
  job: { state: string; message: string | null; total: number; processed: number; failed: number }
  record: { state: string; total: number; created: number; refused: number; message: string | null }
  report: string
}

async function order(client: Client, upload_id: string, more: object = {}) {
  return client.post('/library/reader/import', { upload_id, mapping: [], ...more })
}

async function finished(id: number, job_id: number): Promise<Finished> {
  for (;;) {
    const [job] = await rows(
      sql<Finished['job'] & { ended: boolean }>`
        select *, coalesce(finished_at, cancelled_at) is not null as ended from jobs where id = ${job_id}`,
    )
    if (job?.ended) {
      const [record] = await rows(sql<Finished['record']>`select * from imports where id = ${id}`)
      const report = await user.get(`/library/reader/import/${id}/report`)
      return { id, job, record: record!, report: String(report.body) }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Uploads a file, imports it and waits for the end. */
async function imported(content: Buffer | string, more: object = {}): Promise<Finished> {
  const upload_id = await upload(server.app, user, content)
  const { status, body } = await order(user, upload_id, { settings: { branch: 'Main' }, ...more })
  expect(body).toEqual({ message: 'The import has begun.', data: expect.anything() })
  expect(status).toBe(202)
  return finished(body.data.id, body.data.job_id)
}

const created = (id: number) =>
  rows(
    sql<Record<string, any>>`
      select r.*, array(select t.name from readers_tags j join tags t on t.id = j.target_id
        where j.record_id = r.id order by t.name) as tag_names, c.code as country_code
      from readers r left join countries c on c.id = r.country where r.import = ${id} order by r.id`,
  )

const linesOf = (report: string) => parse(report) as string[][]

const reportOf = (report: string) =>
  linesOf(report)
    .slice(1)
    .map((cells) => cells.slice(-5))
    .map(([row, _result, code, reason]) => [row, code, reason])

test('the example row of a file to start from becomes no record, and its report says what it is', async () => {
  const { record, report } = await imported(
    'Name,E-Mail\nSomebody,example.row@example.com\nOther,other@example.com\n',
    { mapping: ['name', 'email'] },
  )
  expect(record).toMatchObject({ total: 2, created: 1, refused: 1 })
  expect(reportOf(report)).toEqual([
    ['2', 'example_row', 'This is the example row of the file to start from.'],
  ])
})

test('an import says which of its settings is gone by the time it begins', async () => {
  const later = await createTestServer(business)
  const { sql: database } = later.backend.database
  try {
    const client = await later.user(importer)
    const added = await sql<{ id: number }>`
      insert into tags (name, owner) values ('short-lived', null) returning id`.execute(database)
    const tags = added.rows.map(({ id }) => id)
    const upload_id = await upload(later.app, client, 'name\nA\n')
    const settings = { branch: 'Main', tags }
    expect((await order(client, upload_id, { mapping: ['name'], settings })).status).toBe(202)
    await sql`delete from tags where id = any(${tags}::bigint[])`.execute(database)
    await later.backend.jobs.work()
    const told = async () => {
      const { rows } = await sql<{ message: string | null }>`
        select message from imports where state = 'failed'`.execute(database)
      return rows.map(({ message }) => renderMessage(message ?? ''))
    }
    await expect
      .poll(told, { timeout: 20_000 })
      .toEqual(['Tags: Not found. Choose one from the list'])
  } finally {
    await later.close()
  }
})

test('the planner knows of the first rows of a table while the others are still taken in', async () => {
  await sql`analyze readers`.execute(server.backend.database.sql)
  const [before] = await rows(sql<{ reltuples: number }>`
    select reltuples from pg_class where relname = 'readers'`)
  expect(before?.reltuples).toBeLessThan(500)
  const lines = Array.from({ length: 3_000 }, (_, n) => `R${n},first${n}@example.com`)
  const upload_id = await upload(server.app, user, `Name,E-Mail\n${lines.join('\n')}\n`)
  const { body } = await order(user, upload_id, {
    mapping: ['name', 'email'],
    settings: { branch: 'Main' },
  })
  const known = async () => {
    const [one] = await rows(sql<{ reltuples: number; state: string }>`
      select reltuples, state from pg_class, imports
      where relname = 'readers' and imports.id = ${body.data.id}`)
    return one
  }
  let seen = await known()
  while (seen?.state !== 'done' && !(seen && seen.reltuples >= 500)) seen = await known()
  expect(seen).toMatchObject({ state: 'importing' })
  await finished(body.data.id, body.data.job_id)
})

test('what a file brought names it to the person who brought it, and to nobody else', async () => {
  const own = await server.user([...importer, 'reader.view'])
  const upload_id = await upload(server.app, own, 'Name,E-Mail\nNamed,named@example.com\n')
  const settings = { branch: 'Main' }
  const { body } = await order(own, upload_id, { settings, mapping: ['name', 'email'] })
  const { id } = await finished(body.data.id, body.data.job_id)
  const path = `/library/reader/search?import=${id}`
  expect((await own.get(path)).body.data).toMatchObject([
    { import: id, labels: { import: { label: 'readers.csv' } } },
  ])
  const other = await server.user(['reader.view'])
  const [seen] = (await other.get(path)).body.data
  expect(seen.labels.import ?? null).toBeNull()
})

describe('a good file', () => {
  test('becomes records, each value in the form of its kind', async () => {
    const file = [
      'Name,E-Mail,Phone,Country,Tags,Born,Fee,Level,Active,Card,Note',
      'Ursula  Le Guin,Ursula@Example.COM,030 123456,Germany,hot|cold,21.10.1929,"1.234,50 €",Senior,yes,A-1,"Says ""hi"", twice"',
      'Österreicher,o@example.com,+43 1 5880580,ÖSTERREICH,,,,,,,',
      'Coded,c@example.com,020 7946 0958,gbr,cold,,0,junior,no,,',
    ].join('\r\n')
    const done = await imported(file, {
      mapping: [
        'name',
        'email',
        'phone',
        'country',
        'tags',
        'born',
        'fee',
        'level',
        'is_active',
        'card_number',
        'note',
      ],
      date_order: 'dmy',
      decimal_sign: ',',
    })
    expect(reportOf(done.report)).toEqual([])
    expect(done.record).toMatchObject({ state: 'done', total: 3, created: 3, refused: 0 })
    expect(done.job).toMatchObject({ state: 'finished', total: 3, processed: 3, failed: 0 })
    const [ursula, austrian, coded] = await created(done.id)
    expect(ursula).toMatchObject({
      name: 'Ursula Le Guin',
      email: 'ursula@example.com',
      email_key: 'ursula@example.com',
      phone: '+4930123456',
      country_code: 'DE',
      tag_names: ['cold', 'hot'],
      born: '1929-10-21',
      fee: 1234.5,
      level: 'senior',
      is_active: true,
      card_number: 'A-1',
      note: 'Says "hi", twice',
      branch: 'Main',
      points: 0,
      added_by: user.id,
    })
    expect(austrian).toMatchObject({
      country_code: 'AT',
      phone: '+4315880580',
      level: 'junior',
      is_active: true,
      tag_names: [],
      born: null,
    })
    expect(coded).toMatchObject({
      country_code: 'GB',
      phone: '+442079460958',
      is_active: false,
      fee: 0,
    })
  })

  test('the text Empty of a spreadsheet and blanks mean nothing', async () => {
    const done = await imported(
      'name,note,phone\nEmpties,Empty,  \n,Empty,\nEmpty,Empty,Empty\nempty,empty,Empty\n',
      {
        mapping: ['name', 'note', 'phone'],
        spreadsheet: true,
      },
    )
    expect(done.record).toMatchObject({ total: 2, created: 2, refused: 0 })
    const [first, second] = await created(done.id)
    expect(first).toMatchObject({ name: 'Empties', note: null, phone: null })
    expect(second).toMatchObject({ name: 'empty', note: 'empty' })
  })

  test('the report of a spreadsheet leaves its blank cells blank, and comes in again', async () => {
    const text = 'name,phone,note,born\nBlanks,12,Empty,Empty\n'
    const mapping = ['name', 'phone', 'note', 'born']
    const done = await imported(text, { mapping, spreadsheet: true })
    expect(linesOf(done.report)[1]?.slice(0, 4)).toEqual(['Blanks', '12', '', ''])
    const added =
      linesOf(done.report)[0]
        ?.slice(4)
        .map(() => null) ?? []
    const again = await imported(done.report.replace('"12"', '"+4930123458"'), {
      mapping: [...mapping, ...added],
    })
    expect(again.record).toMatchObject({ created: 1, refused: 0 })
  })

  test('a CSV that says Empty says it on purpose', async () => {
    const done = await imported('name,note\nA bottle,Empty\nEmpty,\n', {
      mapping: ['name', 'note'],
    })
    expect(done.record).toMatchObject({ total: 2, created: 2, refused: 0 })
    const [bottle, named] = await created(done.id)
    expect(bottle).toMatchObject({ note: 'Empty' })
    expect(named).toMatchObject({ name: 'Empty' })
  })

  test('the guard of our own exports is taken off again', async () => {
    const done = await imported("name,note\nGuarded,'=1+1\n", { mapping: ['name', 'note'] })
    expect((await created(done.id))[0]).toMatchObject({ note: '=1+1' })
  })

  test('several columns make one text, in their order and without what is blank', async () => {
    const file = 'first,last,note,more\nUrsula , Le Guin,a,b\n,Alone,,c\nToo long,x,,\n'
    const done = await imported(`${file}${'n'.repeat(50)},${'m'.repeat(50)},,\n,,,\n,,x,\n`, {
      mapping: ['name', 'name', 'note', 'note'],
    })
    expect(await created(done.id)).toMatchObject([
      { name: 'Ursula Le Guin', note: 'a b' },
      { name: 'Alone', note: 'c' },
      { name: 'Too long x', note: null },
    ])
    expect(reportOf(done.report).map(([, code]) => code)).toEqual(['too_long', 'missing'])
  })

  test('columns mapped to nothing are left out, and settings fill what rows do not say', async () => {
    const done = await imported('x;name;country\nnoise;Setting;\nnoise;Own;AT\n', {
      mapping: [null, 'name', 'country'],
      settings: { branch: 'East', level: 'senior', country: 1, tags: [1] },
      delimiter: ';',
    })
    const [first, second] = await created(done.id)
    expect(first).toMatchObject({
      branch: 'East',
      level: 'senior',
      country_code: 'DE',
      tag_names: ['hot'],
    })
    expect(second).toMatchObject({ country_code: 'AT' })
  })

  test.each([
    ['semicolons', 'name;note\nA;b\n', { delimiter: ';' }],
    ['tabs', 'name\tnote\nA\tb\n', { delimiter: '\t' }],
    ['a backslash for escapes', 'name,note\nA,"b\\"c"\n', { escape: '\\' }],
    ['no quotes at all', 'name,note\nA,"b\n', { quote: '' }],
    ['line ends of an old Mac', 'name,note\rA,b\r', {}],
    ['no line end at the end', 'name,note\nA,b', {}],
    ['no first line', 'A,b\n', { ignore_first_line: false }],
    ['blank lines', '\n\nname,note\n\n\nA,b\n\n', {}],
  ])('with %s is read', async (_what, file, more) => {
    const done = await imported(file, { mapping: ['name', 'note'], ...more })
    expect(done.record).toMatchObject({ total: 1, created: 1 })
  })

  test.each([
    ['UTF-8', Buffer.from('name\nÄrger žluťoučký\n'), undefined, 'Ärger žluťoučký'],
    ['UTF-8 with a mark', Buffer.from('\ufeffname\nÄrger\n'), undefined, 'Ärger'],
    [
      'UTF-16 little endian',
      Buffer.from('\ufeffname\nÄrger 😀\n', 'utf16le'),
      undefined,
      'Ärger 😀',
    ],
    [
      'UTF-16 big endian',
      Buffer.from('\ufeffname\nÄrger\n', 'utf16le').swap16(),
      undefined,
      'Ärger',
    ],
    ['UTF-8 below its delimiter', Buffer.from('sep=;\nname\nÄr,ger\n'), undefined, 'Är,ger'],
    [
      'UTF-16 below its delimiter',
      Buffer.from('\ufeffsep=;\r\nname\r\nÄr,ger\r\n', 'utf16le'),
      undefined,
      'Är,ger',
    ],
    ['UTF-16 without a mark', Buffer.from('name\nFrieda\n', 'utf16le'), undefined, 'Frieda'],
    ['windows-1252', Buffer.from('name\n\xc4rger \x80\n', 'latin1'), 'windows-1252', 'Ärger €'],
    [
      'windows-1251',
      Buffer.from('name\n\xcf\xf0\xe8\xe2\xe5\xf2 \xec\xe8\xf0\n', 'latin1'),
      'windows-1251',
      'Привет мир',
    ],
    ['windows-1250', Buffer.from('name\n\x9alu\x9d\n', 'latin1'), 'windows-1250', 'šluť'],
    ['ISO 8859-2', Buffer.from('name\n\xb9lu\xbb\n', 'latin1'), 'iso-8859-2', 'šluť'],
    ['Shift-JIS', Buffer.from('name\n\x93\xfa\x96{\n', 'latin1'), 'shift_jis', '日本'],
    ['GBK', Buffer.from('name\n\xd6\xd0\xb9\xfa\n', 'latin1'), 'gbk', '中国'],
    ['KOI8-R', Buffer.from('name\n\xed\xe9\xf2\n', 'latin1'), 'koi8-r', 'МИР'],
  ])('in %s keeps its letters', async (_what, file, encoding, name) => {
    const done = await imported(file, { mapping: ['name'], ...(encoding && { encoding }) })
    expect(await created(done.id)).toMatchObject([{ name }])
  })

  test('F7: is not begun while it is not certain how its letters are written', async () => {
    const polish = Buffer.from('name\n\xa3ukasz \xb9\xea\n', 'latin1')
    const upload_id = await upload(server.app, user, polish)
    const preview = await user.post('/library/reader/import/preview', { upload_id })
    const { encodings } = preview.body.data
    expect(encodings).toContainEqual({ encoding: 'windows-1250', example: 'Łukasz ąę' })
    expect(encodings).toContainEqual({ encoding: 'windows-1252', example: '£ukasz ¹ê' })
    const settings = { branch: 'Main' }
    const refused = await order(user, upload_id, { mapping: ['name'], settings })
    expect([refused.status, refused.body.errors.encoding]).toEqual([
      422,
      ['It is not certain how the letters of this file are written. Choose its encoding.'],
    ])
    const chosen = await order(user, upload_id, {
      mapping: ['name'],
      settings,
      encoding: 'windows-1250',
    })
    const done = await finished(chosen.body.data.id, chosen.body.data.job_id)
    expect(await created(done.id)).toMatchObject([{ name: 'Łukasz ąę' }])
    expect(done.job.message).toEqual(
      'Rows read: 1. Imported: 1, refused: 0. Encoding: windows-1250.',
    )
  })

  test('leaves one audit row with the ids for each chunk', async () => {
    const done = await imported('name\nA\nB\n', { mapping: ['name'] })
    const ids = (await created(done.id)).map(({ id }) => id)
    const audit = await rows(
      sql`select user_id, resource, detail from audit_log
        where action = 'import' and (detail ->> 'import')::bigint = ${done.id}`,
    )
    expect(audit).toEqual([
      { user_id: user.id, resource: 'readers', detail: { import: done.id, ids } },
    ])
  })
})

describe('a row that cannot become a record', () => {
  const mapping = ['name', 'email', 'phone', 'country', 'born', 'level']
  const header = 'name,email,phone,country,born,level'
  test.each([
    ['a bad e-mail', 'A,nonsense,,,,', 'bad_email', 'E'],
    [
      'a phone that cannot exist',
      'A,,+4930,,,',
      'bad_phone',
      'Phone: There is no such phone number',
    ],
    ['a national phone without a country', 'A,,030 123456,,,', 'bad_phone', 'country code'],
    ['a phone damaged by a spreadsheet', 'A,,1.23E+11,DE,,', 'phone_damaged', 'spreadsheet'],
    ['a phone with its end as zeros', 'A,,491510000000,DE,,', 'phone_damaged', 'spreadsheet'],
    ['an unknown country', 'A,,,Atlantis,,', 'unknown_country', 'Atlantis'],
    ['a day that does not exist', 'A,,,,2026-02-30,', 'bad_date', 'Born'],
    ['a date in another order', 'A,,,,31.01.2026,', 'bad_date', 'Born'],
    ['no name', ',a@example.com,,,,', 'missing', 'Name: Fill in this field'],
    ['a level nobody has', 'A,,,,,major', 'bad_choice', 'Junior'],
    ['something against the business', 'Nobody,,,,,', 'nobody', 'Nobody reads'],
    ['a hundred columns too many', `A${',x'.repeat(105)}`, 'row_unreadable', '106 cells'],
  ])('because of %s is refused alone, with its reason', async (_what, line, code, words) => {
    const done = await imported(`${header}\n${line}\nGood,,,,,\n`, { mapping })
    expect(done.record).toMatchObject({ state: 'done', total: 2, created: 1, refused: 1 })
    expect(done.job).toMatchObject({ state: 'finished_with_errors', processed: 2, failed: 1 })
    const [row] = reportOf(done.report)
    expect(row?.slice(0, 2)).toEqual(['2', code])
    expect(done.report).toContain(words)
  })

  test('tells everything that is wrong with it', async () => {
    const done = await imported(`${header}\nA,bad,+1,Nowhere,,\n`, { mapping })
    expect(done.report).toMatch(/Email:.*; Phone:.*/)
    expect(reportOf(done.report)[0]?.[2]).toContain('There is no "Nowhere"')
  })

  test('names of two records are not guessed', async () => {
    const done = await imported('name,tags\nA,TWIN\n', { mapping: ['name', 'tags'] })
    expect(reportOf(done.report)).toMatchObject([['2', 'ambiguous_tag', expect.anything()]])
  })

  test('the records that the user may not see are as unknown as those that are not there', async () => {
    const blind = await server.user(['reader.import'])
    const upload_id = await upload(server.app, blind, 'name,tags\nA,hot\n')
    const { body } = await order(blind, upload_id, {
      mapping: ['name', 'tags'],
      settings: { branch: 'x' },
    })
    await finished(body.data.id, body.data.job_id)
    const report = await blind.get(`/library/reader/import/${body.data.id}/report`)
    expect(report.body).toContain('unknown_tag')
  })

  const added = ['row_number', 'result', 'reason_code', 'reason', 'matched_reader_id']

  test('B16: the report tells what became of a row, and which record it is the same as to who may know', async () => {
    const mapping = ['name', 'email', 'card_number']
    const file = (name: string) => `name,email,card_number\n${name},,b16\nX,bad,\n`
    await imported(file('First'), { mapping })
    const [first] = await rows(
      sql<{ id: number }>`select id from readers where card_number = 'b16'`,
    )
    const clerk = await server.user([...importer, 'reader.view'])
    const reports = [user, clerk].map(async (client) => {
      const upload_id = await upload(server.app, client, file('Second'))
      const { body } = await order(client, upload_id, { mapping, settings: { branch: 'Main' } })
      await finished(body.data.id, body.data.job_id)
      return linesOf(
        String((await client.get(`/library/reader/import/${body.data.id}/report`)).body),
      )
    })
    const told = (match: string) => [
      [...mapping, ...added],
      ['Second', '', 'b16', '2', 'duplicate', 'duplicate', expect.any(String), match],
      ['X', 'bad', '', '3', 'refused', 'bad_email', expect.any(String), ''],
    ]
    expect(await Promise.all(reports)).toEqual([told(''), told(String(first?.id))])
  })

  test('the report holds the columns of the file and disarms formulas', async () => {
    const file = 'name,email\n"=HYPERLINK(""x"")",bad\n+49 30 1,bad\n'
    const done = await imported(file, { mapping: ['name', 'email'] })
    expect(linesOf(done.report)).toEqual([
      ['name', 'email', ...added],
      [`'=HYPERLINK("x")`, 'bad', '2', 'refused', 'bad_email', expect.any(String), ''],
      [`'+49 30 1`, 'bad', '3', 'refused', 'bad_email', expect.any(String), ''],
    ])
  })

  test('B15: a report that comes in again holds its own columns once, and as no data', async () => {
    const mapping = ['name', 'email']
    const first = await imported('name,email\n=A,bad\nB,worse\n', { mapping })
    const mended = first.report.replace('worse', 'b15@example.com')
    const upload_id = await upload(server.app, user, mended)
    const preview = await user.post('/library/reader/import/preview', { upload_id })
    expect(preview.body.data.guess).toEqual(['name', 'email', ...added.map(() => null)])
    const second = await imported(mended, { mapping: preview.body.data.guess })
    expect(second.record).toMatchObject({ created: 1, refused: 1 })
    expect(linesOf(second.report)).toEqual([
      ['name', 'email', ...added],
      ["'=A", 'bad', '2', 'refused', 'bad_email', expect.any(String), ''],
    ])
  })

  test('the report is for whoever imported the file', async () => {
    const done = await imported('name,email\nA,bad\n', { mapping: ['name', 'email'] })
    const other = await server.user(importer)
    const { status } = await other.get(`/library/reader/import/${done.id}/report`)
    expect(status).toBe(404)
    const visitor = await server.user([])
    expect((await visitor.get(`/library/reader/import/${done.id}/report`)).status).toBe(403)
    expect((await user.get('/library/reader/import/999999/report')).status).toBe(404)
  })
})

describe('a cell that nobody foresaw', () => {
  test('H1: of a megabyte of zeros costs no time, and refuses its row', async () => {
    const file = `name,phone,country\nA,44${'0'.repeat(900_000)},DE\nB,030 123457,DE\n`
    const done = await imported(file, { mapping: ['name', 'phone', 'country'] })
    expect(done.record).toMatchObject({ total: 2, created: 1, refused: 1 })
    expect(reportOf(done.report)).toEqual([['2', 'too_long', 'Phone: Use at most 40 characters']])
  })

  test('H1: that takes for ever is given up alone, and keeps nobody waiting', async () => {
    const upload_id = await upload(server.app, user, 'name\nBefore\nEndless\nAfter\n')
    const settings = { branch: 'Main' }
    const { body } = await order(user, upload_id, { mapping: ['name'], settings })
    const { id, job_id } = body.data
    const end = finished(id, job_id)
    // The row is at work for seconds; meanwhile the server answers.
    await expect
      .poll(() => rows(sql`select 1 from imports where id = ${id} and state = 'importing'`))
      .toHaveLength(1)
    expect((await user.get(`/profile/job/${job_id}`)).body.data.state).toBe('running')
    const done = await end
    expect(done.record).toMatchObject({ state: 'done', created: 2, refused: 1 })
    expect(reportOf(done.report)).toEqual([
      ['3', 'row_unreadable', 'This row could not be read: it takes too long'],
    ])
  })

  test('H1: a part of the file that three processes began and none ended is refused by its rows', async () => {
    await rows(sql`
      create function deadly() returns trigger language plpgsql as $$
      begin
        new.claims := '{a,b,c}'; return new;
      end $$`)
    await rows(sql`
      create trigger deadly before insert on job_chunks for each row
      when (new.payload ->> 'step' = 'rows') execute function deadly()`)
    const done = await imported('name\nOne\nTwo\n', { mapping: ['name'] })
    await rows(sql`drop trigger deadly on job_chunks`)
    expect(done.record).toMatchObject({ state: 'done', total: 2, created: 0, refused: 2 })
    expect(
      linesOf(done.report)
        .slice(1)
        .map((cells) => cells.slice(0, 3)),
    ).toEqual([
      ['One', '2', 'refused'],
      ['Two', '3', 'refused'],
    ])
  })

  test('L14: with a thousand and one tags refuses its row, not the file', async () => {
    const tags = Array.from({ length: 1_001 }, (_, n) => `t${n}`).join('|')
    const done = await imported(`name,tags\nA,${tags}\nB,hot\n`, { mapping: ['name', 'tags'] })
    expect(done.record).toMatchObject({ state: 'done', total: 2, created: 1, refused: 1 })
    expect(reportOf(done.report)).toMatchObject([['2', 'bad_list', expect.any(String)]])
  })
})

describe('F3: a quote that is left open', () => {
  test('swallows no row without a word', async () => {
    const file = [
      'name,email,note',
      'Ann,ann@f3.example.com,x',
      '"Bob,bob@f3.example.com,x',
      'Cid,cid@f3.example.com,x',
      'Dan,dan@f3.example.com,"E"',
      'Eve,eve@f3.example.com,"two',
      'lines"',
    ].join('\n')
    const done = await imported(file, { mapping: ['name', 'email', 'note'] })
    expect(done.record).toMatchObject({ total: 3, created: 2, refused: 1 })
    expect(done.record.total).toBe(done.record.created + done.record.refused)
    const [row] = linesOf(done.report).slice(1)
    expect(row?.[0]).toContain('Cid,cid@f3.example.com')
    expect(row?.slice(3)).toEqual([
      '3',
      'refused',
      'row_unreadable',
      'Line 3: a quote is opened in this row, and text follows where it closes on line 5.',
      '',
    ])
    expect(await created(done.id)).toMatchObject([{ name: 'Ann' }, { note: 'two\nlines' }])
  })

  test('makes no value of several lines where the field has one', async () => {
    const file = 'name,card\n"Ann,1\nBob,2"\n"Cid\n",3\n'
    const done = await imported(file, { mapping: ['name', 'card_number'] })
    expect(reportOf(done.report)).toEqual([
      [
        '2',
        'row_unreadable',
        'Line 2: a quote is opened in this row and takes in lines below it, but "Name" has one line.',
      ],
    ])
    expect(await created(done.id)).toMatchObject([{ name: 'Cid', card_number: '3' }])
  })

  test('hides no rows in a column that is left out, or in a text of several lines', async () => {
    const rows = [
      'x,A,1,2,3,4',
      '"x,B,1,2,3,4',
      'x,C,1,2,3,4',
      'x",D,1,2,3,4',
      '"x',
      'y",E,1,2,3,4',
    ]
    const done = await imported(['n,name,a,b,c,d', ...rows].join('\n'), {
      mapping: [null, 'name', null, null, null, 'note'],
    })
    expect(reportOf(done.report)).toEqual([
      [
        '3',
        'row_unreadable',
        'Line 3: a quote is opened in this row and takes in lines below it that look like rows.',
      ],
    ])
    expect((await created(done.id)).map(({ name }) => name)).toEqual(['A', 'E'])
  })
})

describe('duplicates', () => {
  const mapping = ['name', 'email', 'phone', 'card_number']
  const header = 'name,email,phone,card_number'

  test('within the file only the first row counts', async () => {
    const lines = [
      'A,twice@example.com,,',
      'B,Twice+x@example.com,,',
      'C,,+4930901820,',
      'D,,+49 30 901820,',
    ]
    const done = await imported([header, ...lines].join('\n'), { mapping })
    expect(done.record).toMatchObject({ total: 4, created: 2, refused: 2 })
    expect(reportOf(done.report)).toMatchObject([
      ['3', 'duplicate_in_file', 'E-mail: same as in row 2'],
      ['5', 'duplicate_in_file', 'Phone: same as in row 4'],
    ])
  })

  test('of stored records are refused, and named to whoever may see them', async () => {
    const first = await imported(`${header}\nKnown,known@example.com,,\n`, { mapping })
    const [known] = await created(first.id)
    const again = await imported(`${header}\nAgain,known@example.com,,\n`, { mapping })
    expect(reportOf(again.report)).toMatchObject([
      ['2', 'duplicate', 'E-mail: same as in a record that is there already'],
    ])
    const seeing = await server.user([...importer, 'reader.view'])
    const upload_id = await upload(server.app, seeing, `${header}\nAgain,known@example.com,,\n`)
    const { body } = await order(seeing, upload_id, { mapping, settings: { branch: 'x' } })
    await finished(body.data.id, body.data.job_id)
    const report = await seeing.get(`/library/reader/import/${body.data.id}/report`)
    expect(report.body).toContain(`same as in reader ${known?.['id']}`)
  })

  test('empty values are like no other', async () => {
    const done = await imported(`${header}\nE1,,,\nE2,,,\nE3,,,\n`, { mapping })
    expect(done.record).toMatchObject({ created: 3, refused: 0 })
  })

  test('deleted records stand in nobody’s way', async () => {
    const file = `${header}\nGone,gone@example.com,,G-1\n`
    const first = await imported(file, { mapping })
    await rows(sql`update readers set deleted_at = now() where import = ${first.id}`)
    const second = await imported(`${file}\n`, { mapping })
    expect(second.record).toMatchObject({ created: 1, refused: 0 })
  })

  test('a field that is unique counts as a key', async () => {
    const done = await imported(`${header}\nU1,,,CARD-7\nU2,,,CARD-7\n`, { mapping })
    expect(reportOf(done.report)).toMatchObject([['3', 'duplicate_in_file', expect.anything()]])
  })

  test('are told apart across chunks: rows of this file from older records', async () => {
    const people = Array.from(
      { length: 2_500 },
      (_, n) => `P${n},p${n % 2_400}@chunks.example.com,,`,
    )
    const done = await imported([header, ...people].join('\n'), { mapping })
    expect(done.record).toMatchObject({ total: 2_500, created: 2_400, refused: 100 })
    const codes = new Set(reportOf(done.report).map(([, code]) => code))
    expect(codes).toEqual(new Set(['duplicate_in_file']))
  })
})

describe('the whole file is refused, and nothing is imported,', () => {
  const before = async () =>
    (await rows(sql<{ n: number }>`select count(*) as n from readers`))[0]!.n

  async function refusedAtOnce(content: Buffer | string, more: object = {}) {
    const upload_id = await upload(server.app, user, content)
    return order(user, upload_id, { mapping: ['name'], settings: { branch: 'x' }, ...more })
  }

  const many = (count: number, line = 'row') => `name\n${`${line}\n`.repeat(count)}`

  test.each([
    ['when it is empty', '', 'The file is empty.'],
    ['when it is all blank', '\n\n \n', 'The file is empty.'],
    ['when it is a workbook of Excel', Buffer.from('PK\x03\x04rest'), 'save it as "CSV UTF-8'],
    ['when it is an old workbook of Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'Excel'],
    ['when a column is called __proto__', '__proto__\nA\n', '"__proto__"'],
    ['when a column is called constructor', 'Constructor\nA\n', '"Constructor"'],
    ['when it has NUL bytes', 'name\nA\0B\n', 'NUL'],
    ['when a quote is left open', 'name\nA\nB\n"open\nC\nD\n', 'Line 4: a quote is opened'],
    ['when a cell has 10 MB', `name\n"${'x'.repeat(10_000_000)}"\n`, 'Line 2'],
    ['when it has 100,000 columns', `${'c,'.repeat(100_000)}\n`, '100,001 columns'],
  ])('%s', async (_what, content, words) => {
    const count = await before()
    const { status, body } = await refusedAtOnce(content)
    expect(status).toBe(422)
    expect(body.message).toContain(words)
    expect(await before()).toBe(count)
  })

  test.each([
    ['when it has only a first line', 'name\n', 'no rows below its first line'],
    [
      'when a quote is left open far from its end',
      `${many(50)}"open\n${many(400_000)}`,
      'Line 52: the row that begins here is longer than 1 MB',
    ],
    [
      'when bytes far in it are not UTF-8',
      Buffer.concat([Buffer.from(many(150_000, 'a row of text')), Buffer.from([0xc4, 0x41, 0x0a])]),
      'not valid UTF-8 at byte 2,100,005, on line 150,002',
    ],
    [
      'when a NUL byte stands far in it',
      `${many(150_000, 'a row of text')}a\0b\n`,
      'NUL byte at byte 2,100,006, on line 150,002',
    ],
    ['when it has 200,001 rows', many(200_001), 'At most 200,000 rows'],
  ])(
    '%s',
    async (_what, content, words) => {
      const count = await before()
      const more = typeof content === 'string' ? {} : { encoding: 'utf-8' }
      const done = await imported(content, { mapping: ['name'], ...more })
      expect(done.job).toMatchObject({ state: 'failed' })
      expect(renderMessage(done.job.message ?? '')).toContain(words)
      expect(done.record).toMatchObject({ state: 'failed', created: 0, message: done.job.message })
      expect(await before()).toBe(count)
    },
    60_000,
  )
})

describe('an order', () => {
  const file = 'name,note\nA,b\n'
  const settings = { branch: 'x' }
  const ask = async (more: object) =>
    order(user, await upload(server.app, user, file), {
      mapping: ['name', 'note'],
      settings,
      ...more,
    })

  test.each([
    ['a computed field', { mapping: ['name', 'points'] }, 'mapping', '"points" cannot be imported'],
    ['the id', { mapping: ['name', 'id'] }, 'mapping', '"id" cannot be imported'],
    [
      'a field without permission',
      { mapping: ['name', 'secret_note'] },
      'mapping',
      '"secret_note"',
    ],
    ['a field that is none', { mapping: ['name', '__proto__'] }, 'mapping', '"__proto__"'],
    ['a field twice', { mapping: ['email', 'email'] }, 'mapping', 'Two columns'],
    ['too few columns', { mapping: ['name'] }, 'mapping', '2 columns'],
    ['no column', { mapping: [null, null], settings: {} }, 'mapping', 'at least one'],
    ['no branch', { settings: {} }, 'branch', 'set it for all rows'],
    ['a setting that is none', { settings: { ...settings, points: 7 } }, 'points', 'cannot be set'],
    ['a setting of nobody', { settings: { ...settings, country: 999 } }, 'country', 'Not found'],
    ['a delimiter of two letters', { delimiter: 'ab' }, 'delimiter', 'one character'],
    ['an unknown encoding', { encoding: 'ebcdic' }, 'encoding', ''],
    ['an unknown key', { owner: 1 }, 'owner', 'cannot be set here'],
  ])('with %s is refused under its field', async (_what, more, field, words) => {
    const { status, body } = await ask(more)
    expect(status).toBe(422)
    expect(body.errors[field]?.[0]).toContain(words)
  })

  test('needs a file of one’s own, for this resource', async () => {
    const other = await server.user(importer)
    const foreign = await upload(server.app, other, file)
    expect((await order(user, foreign, { mapping: ['name', 'note'], settings })).status).toBe(404)
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect((await order(user, nowhere, { mapping: ['name', 'note'], settings })).status).toBe(404)
    const visitor = await server.user([])
    expect((await order(visitor, foreign, { mapping: ['name', 'note'] })).status).toBe(403)
    expect((await order(server.anonymous, foreign, { mapping: ['name'] })).status).toBe(401)
  })

  test('sent twice begins one import; the finished file may come again, with a warning', async () => {
    const upload_id = await upload(server.app, user, `name,note\n${'Once,only\n'.repeat(4_000)}`)
    const body = { mapping: ['name', 'note'], settings }
    const answers = await Promise.all([1, 2, 3].map(() => order(user, upload_id, body)))
    const ids = new Set(answers.map((answer) => JSON.stringify(answer.body.data)))
    expect(ids.size).toBe(1)
    const other = await order(user, upload_id, { ...body, mapping: ['name', null] })
    expect(other.status).toBe(409)
    const copy = await upload(server.app, user, `name,note\n${'Once,only\n'.repeat(4_000)}`)
    expect((await order(user, copy, body)).body.data).toEqual(answers[0]!.body.data)
    await server.backend.jobs.work()
    await finished(answers[0]!.body.data.id, answers[0]!.body.data.job_id)
    expect((await order(user, upload_id, body)).status).toBe(404)
    const anew = await upload(server.app, user, `name,note\n${'Once,only\n'.repeat(4_000)}`)
    const again = await order(user, anew, body)
    expect(again.body.data.warning).toContain('imported before')
    expect(again.body.data.id).not.toBe(answers[0]!.body.data.id)
    await finished(again.body.data.id, again.body.data.job_id)
  })
})

describe('a preview', () => {
  const preview = async (content: Buffer | string, more: object = {}) =>
    user.post('/library/reader/import/preview', {
      upload_id: await upload(server.app, user, content),
      ...more,
    })

  test('shows 11 rows, guesses delimiter, encoding and fields', async () => {
    const lines = Array.from({ length: 30 }, (_, n) => `Jürgen ${n};j${n}@example.com;x;`)
    const content = Buffer.from(
      ['Full Name;EMAIL;Secret note;Level', ...lines].join('\r\n'),
      'latin1',
    )
    const { status, body } = await preview(content)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      encoding: 'windows-1252',
      delimiter: ';',
      headers: ['Full Name', 'EMAIL', 'Secret note', 'Level'],
      guess: ['name', 'email', null, 'level'],
    })
    expect(body.data.rows).toHaveLength(11)
    expect(body.data.rows[0]).toEqual(['Jürgen 0', 'j0@example.com', 'x', ''])
  })

  test('names the columns when the first line is data', async () => {
    const { body } = await preview('A,b\nC,d\n', { ignore_first_line: false })
    expect(body.data).toMatchObject({
      headers: ['Column 1', 'Column 2'],
      guess: [null, null],
      rows: [
        ['A', 'b'],
        ['C', 'd'],
      ],
    })
  })

  test.each([
    ['only a first line', 'name\n\n,\n', 'The file has no rows below its first line.'],
    ['200,001 rows', `name\n${'row\n'.repeat(200_001)}`, 'At most 200,000 rows'],
    ['a quote left open far behind', `name\n${'row\n'.repeat(300_000)}"x\n`, 'At most 200,000'],
    [
      'bytes that are no UTF-8 far behind',
      Buffer.concat([
        Buffer.from(`name\n${'a row of text\n'.repeat(150_000)}`),
        Buffer.from([0xc4, 0x41]),
      ]),
      'not valid UTF-8 at byte',
    ],
  ])('F13: says at once that a file with %s cannot come in', async (_what, content, words) => {
    const { status, body } = await preview(content)
    expect(status).toBe(422)
    expect(body.message).toContain(words)
  })

  test('F13: counts the rows of the whole file', async () => {
    const text = `name,note\n${'A,"two\nlines"\n\n'.repeat(60_000)}`
    expect((await preview(text)).body.data.total).toBe(60_000)
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
    expect((await preview(wide)).body.data.total).toBe(60_000)
  })

  test('shows rows of a large file', async () => {
    const { body } = await preview(`name,note\n${'A,"two\nlines"\n'.repeat(200_000)}`)
    expect(body.data.rows).toHaveLength(11)
    expect(body.data.headers).toEqual(['name', 'note'])
  })

  test.each([
    [',', 'a,b;c\n1,2;3\n'],
    [';', 'a;b\n"1,5";2,5\n'],
    ['\t', 'a\tb\n1\t2\n'],
    ['|', 'a|b\n1|2\n'],
    [',', 'single\nvalue\n'],
  ])('guesses %j', async (delimiter, content) => {
    expect((await preview(content)).body.data.delimiter).toBe(delimiter)
  })

  test.each([
    ['empty', '', 'The file is empty.'],
    ['workbook', Buffer.from('PK\x03\x04'), 'Excel'],
    ['hostile', 'a,__proto__\n1,2\n', '__proto__'],
  ])('refuses a file that is %s', async (_what, content, words) => {
    const { status, body } = await preview(content)
    expect(status).toBe(422)
    expect(body.message).toContain(words)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('says when the very same file was imported before', async () => {
    const content = 'name\nWarned\n'
    expect((await preview(content)).body.data.warning).toBeUndefined()
    await imported(content, { mapping: ['name'] })
    expect((await preview(content)).body.data.warning).toMatch(
      /imported before, on [A-Z][a-z]{2} \d\d, \d{4}/,
    )
  })
})
