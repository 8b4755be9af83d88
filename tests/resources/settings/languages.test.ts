import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { Translations } from '#server'

import { business } from '../../../resources/index.server.ts'
import { lead } from '../../../resources/leads/lead/lead.ts'
import { createTestConsole, type TestConsole } from '../../fixtures/console.ts'
import { importLines } from '../../fixtures/files/importing.ts'
import { endedImport } from '../../fixtures/files/imports.ts'
import { upload } from '../../fixtures/files/upload.ts'
import type { Client } from '../../fixtures/server.ts'

const translations = business.translations as Translations

let server: TestConsole
let admin: Client
let arabic: Client
beforeAll(async () => {
  server = await createTestConsole()
  admin = await server.as('Administrator')
  arabic = admin.speaking('ar')
}, 60_000)
afterAll(() => server.close())

const texts = async (language: string) =>
  (await server.anonymous.get(`/localizations/${language}`)).body

const localeId = async (code: string) =>
  (await admin.get(`/settings/locale/search?code=${code}`)).body.data[0].id

const edit = async (language: string, group: string, key: string, value: string) =>
  admin.post('/settings/localization', { group, key, locale: await localeId(language), value })

describe('GET /localizations/{lng}', () => {
  test('answers the whole language, with the direction of its locale', async () => {
    const answer = await texts('ar')
    expect(answer).toMatchObject({
      direction: 'rtl',
      'console.save': 'حفظ',
      'resources.leads.name': 'العملاء المحتملون',
    })
    expect(Object.keys(answer).length).toBeGreaterThan(1000)
  })

  test('English is in the browser: only what staff have changed is sent', async () => {
    expect(await texts('en')).toEqual({ direction: 'ltr' })
  })

  test('the messages of the server stand under their keys', async () => {
    expect((await texts('ar'))['messages.fill_in_this_field']).toBe('املأ هذا الحقل')
  })

  test('a text that staff edit is sent instead of the shipped one, at once', async () => {
    expect((await edit('ar', 'console', 'save', 'احفظ الآن')).status).toBe(201)
    expect((await texts('ar'))['console.save']).toBe('احفظ الآن')
    expect((await texts('ar'))['console.cancel']).toBe('إلغاء')
  })

  test('the mark "right to left" of the locale is honoured', async () => {
    const id = await localeId('ar')
    const { version } = (await admin.get(`/settings/locale/${id}`)).body.data
    await admin.put(`/settings/locale/${id}`, { rtl: false, version })
    expect((await texts('ar')).direction).toBe('ltr')
    await admin.put(`/settings/locale/${id}`, { rtl: true, version: version + 1 })
  })

  test('an answer that is still the same is not sent again', async () => {
    const call = (etag?: string) =>
      server.app.inject({
        url: '/api/localizations/ar',
        headers: etag ? { 'if-none-match': etag } : {},
      })
    const first = await call()
    const again = await call(String(first.headers['etag']))
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
  })

  test('a locale that is not active is none', async () => {
    await sql`insert into locales (code, name, is_active) values ('fa', 'فارسی', false)`.execute(
      server.backend.database.sql,
    )
    expect((await server.anonymous.get('/localizations/fa')).status).toBe(404)
    expect((await server.anonymous.get('/localizations')).body).toEqual({
      ar: 'العربية',
      en: 'English',
    })
  })
})

describe('staff find a text to edit', () => {
  const find = async (search: string) =>
    (
      await admin.get(
        `/settings/localization/texts?search=${encodeURIComponent(search)}&locale=${await localeId('ar')}`,
      )
    ).body.data

  test('by its English, by what it says now, and by its key', async () => {
    const found = {
      group: 'console',
      key: 'no_messages',
      english: 'no messages',
      text: 'لا توجد رسائل',
    }
    expect(await find('no messages')).toContainEqual(found)
    expect(await find('لا توجد رسائل')).toContainEqual(found)
    expect(await find('console.no_messages')).toEqual([found])
  })

  test('among fifty at most, with the permission of the screen', async () => {
    expect(await find('')).toHaveLength(50)
    const other = await server.user(['settings.locale.view'])
    expect((await other.get('/settings/localization/texts')).status).toBe(403)
  })
})

describe('D6: the list of texts', () => {
  const find = async (query: string) =>
    (await admin.get(`/settings/localization/search?${query}`)).body

  const row = async (code: string, key: string) =>
    (await find(`key=${key}&group=console&locale=${await localeId(code)}`)).data[0]

  test('has every text of the console in each locale, with its English and what the release says', async () => {
    const count = Object.keys(translations.english).length
    expect((await find('')).meta.total).toBe(2 * count)
    expect(await row('ar', 'delete')).toMatchObject({
      english: 'Delete',
      shipped: 'حذف',
      value: null,
      state: 'shipped',
    })
  })

  test('takes a text of staff beside that of the release, which stands again without it', async () => {
    const { id, version } = await row('ar', 'filters')
    const change = (value: string | null, from: number) =>
      admin.put(`/settings/localization/${id}`, { value, version: from })
    expect((await change('مرشحات', version)).body.data).toMatchObject({ state: 'own' })
    expect((await texts('ar'))['console.filters']).toBe('مرشحات')
    expect((await change(null, version + 1)).body.data).toMatchObject({ state: 'shipped' })
    const made = await edit('ar', 'console', 'filters', 'مرشحات')
    expect([made.status, made.body.data.shipped]).toEqual([
      201,
      translations.shipped('ar')['console.filters'],
    ])
    expect((await admin.delete(`/settings/localization/${made.body.data.id}`)).status).toBe(200)
    expect(await row('ar', 'filters')).toMatchObject({ value: null, state: 'shipped' })
  })

  test('says what a new locale lacks, and lets a locale go that staff wrote nothing for', async () => {
    const locale = await admin.make('/settings/locale', {
      code: 'xx',
      name: 'New',
      is_active: false,
    })
    const missing = async () => (await find(`locale=${locale}&state=missing`)).meta.total
    const count = Object.keys(translations.english).length
    expect(await missing()).toBe(count)
    await edit('xx', 'console', 'delete', 'Xx')
    expect(await missing()).toBe(count - 1)
    expect((await admin.delete(`/settings/locale/${locale}`)).status).toBe(409)
    const [own] = (await find(`locale=${locale}&state=own`)).data
    await admin.delete(`/settings/localization/${own.id}`)
    expect((await admin.delete(`/settings/locale/${locale}`)).status).toBe(200)
  })
})

describe('an edited text', () => {
  test('keeps the placeholders of the English one', async () => {
    const { status, body } = await edit('ar', 'console', 'delete_what', 'حذف؟')
    expect(status).toBe(422)
    expect(body.errors.value).toEqual(['Keep the placeholders: %{what}'])
    expect((await edit('ar', 'console', 'delete_what', 'حذف %{what}؟')).status).toBe(201)
  })
})

describe('with the header Locale the server speaks Arabic', () => {
  test('when a sign-in is refused', async () => {
    const body = { email: 'nobody@example.com', password: 'wrong' }
    const answer = await server.anonymous.speaking('ar').post('/login', body)
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      message: 'تحقق من الحقول المميّزة.',
      errors: { email: ['بيانات الدخول هذه لا تطابق سجلاتنا.'] },
    })
  })

  test('under the fields of a form', async () => {
    const name = 'x'.repeat(41)
    const { body } = await arabic.post('/settings/tag', { name, color: 'red' })
    expect(body.errors).toEqual({
      name: ['استخدم 40 حرفًا كحد أقصى'],
      color: ['أدخل لونًا مثل \u2066#64748b\u2069'],
    })
    const status = await arabic.post('/settings/status', { name: 'A', group: 'odd' })
    expect(status.body.errors.group[0]).toMatch(/^اختر واحدًا من: جديد، |^اختر واحدًا من: جديد, /)
  })

  test('after a write, with the name of what was written', async () => {
    const tag = await arabic.post('/settings/tag', { name: 'Late', color: '#112233' })
    expect(tag.body.message).toEqual('تم إنشاء الإعداد بنجاح')
    const broker = await arabic.post('/broker', { name: 'B', company_name: 'B Ltd' })
    expect(broker.body.message).toEqual('تم إنشاء وسيط بنجاح')
  })

  test('when it refuses', async () => {
    expect((await server.anonymous.speaking('ar').get('/profile')).body.message).toEqual(
      'انتهت صلاحية الجلسة. سجّل الدخول من جديد.',
    )
    expect((await arabic.get('/nothing')).body.message).toEqual('غير موجود.')
    expect((await arabic.get('/settings/tag/search?odd=1')).body.message).toEqual(
      '"odd" ليس عامل تصفية هنا.',
    )
  })

  test('in its own words among the records: permissions in the role editor', async () => {
    const { body } = await arabic.get('/management/permission/all')
    expect(body.data).toContainEqual({
      id: expect.any(Number),
      name: 'dashboard.view',
      group: 'لوحة المعلومات',
      description: 'عرض لوحة المعلومات',
    })
    const list = await arabic.get('/management/permission/search?name=dashboard.view')
    expect(list.body.data[0].description).toBe('عرض لوحة المعلومات')
  })

  test('of the refused rows of an import, in its answer and in the file of them', async () => {
    const source = await admin.make('/settings/source', { name: 'Files' })
    await server.backend.jobs.work()
    const lines = ['email,country', 'no-address,', 'fine@example.com,Atlantis']
    const english = await importLines(server, admin, lead, lines, { source })
    expect(english).toContain('"E-mail: Enter an e-mail address like name@example.com"')
    const { rows } = await sql<{ id: number }>`select max(id) as id from imports`.execute(
      server.backend.database.sql,
    )
    const path = `/lead/import/${rows[0]?.id}`
    const { data } = (await arabic.get(path)).body
    const reasons = data.problems.map(({ reason }: { reason: string }) => reason)
    expect(reasons).toHaveLength(2)
    const said = [...reasons, ...data.reasons.map(({ example }: { example: string }) => example)]
    for (const reason of said) expect(reason).toMatch(/^(?:البريد الإلكتروني|بلد): /)
    const file = String((await arabic.get(`${path}/report`)).body)
    for (const reason of reasons) expect(file).toContain(reason.replaceAll('"', '""'))
  })

  test('but never changes what people have written', async () => {
    const { id } = (await admin.post('/settings/tag', { name: 'Not found.', color: '#112233' }))
      .body.data
    expect((await arabic.get(`/settings/tag/${id}`)).body.data.name).toBe('Not found.')
  })

  test('with the words of staff, where they have changed them', async () => {
    const key = 'these_credentials_do_not_match_our_records'
    await edit('ar', 'messages', key, 'لا نعرفك')
    const fresh = await refusalInArabic()
    expect(fresh).toBe('لا نعرفك')
  })
})

/** A sign-in in a language whose texts nobody has asked for lately. */
async function refusalInArabic(): Promise<string> {
  // The server keeps a language for ten seconds.
  const now = performance.now() + 10_100
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  onTestFinished(() => clock.mockRestore())
  const body = { email: 'nobody@example.com', password: 'wrong' }
  return (await server.anonymous.speaking('ar').post('/login', body)).body.errors.email[0]
}

let later = performance.now()

test.each<[string, () => Promise<never>]>([
  ['can be read', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:5432'))],
  ['comes', () => new Promise(() => undefined)],
])(
  'I5: a refusal has its form while no language %s, and the words that were read last',
  async (_, read) => {
    const clock = vi.spyOn(performance, 'now')
    onTestFinished(() => clock.mockRestore())
    const refusalIn = async (locale: string) => {
      // The server keeps a language for ten seconds.
      clock.mockReturnValue((later += 10_100))
      const { status, body } = await server.anonymous.speaking(locale).get('/nothing')
      return [status, body]
    }
    const before = await refusalIn('ar')
    expect(before).toEqual([404, { message: expect.stringMatching(/[\u0600-\u06ff]/) }])
    expect(await refusalIn('fr')).toEqual([404, { message: 'Not found.' }])
    const { translations } = server.backend.business
    if (!translations) throw new Error('there are no translations')
    const texts = vi.spyOn(translations, 'texts').mockImplementation(read)
    onTestFinished(() => texts.mockRestore())
    for (const _again of [1, 2]) expect(await refusalIn('ar')).toEqual(before)
    expect(await refusalIn('fr')).toEqual([404, { message: 'Not found.' }])
  },
)

test.each(['en', 'xx', 'not a language', '../ar', 'ar'.repeat(30)])(
  'without a language of ours the server speaks English: %s',
  async (locale) => {
    const { body } = await admin.speaking(locale).get('/nothing')
    expect(body.message).toEqual('Not found.')
  },
)

describe('a file of texts', () => {
  const path = '/settings/localization/import'

  async function taken(lines: readonly string[], more: object = {}) {
    const [head = '', ...rows] = lines
    const upload_id = await upload(server.app, admin, [head, ...rows].join('\n'), {
      name: 'texts.csv',
      purpose: 'import:localizations',
    })
    const order = { upload_id, mapping: head.split(','), settings: {}, ...more }
    const { status, body } = await admin.post(path, order)
    expect([status, body.errors]).toEqual([202, undefined])
    await server.backend.jobs.work()
    return endedImport(server, admin, `${path}/${body.data.id}`, ({ job_id }) => job_id)
  }

  test('11.16: gives texts of one’s own where there are none, by every rule of the form', async () => {
    const found = await taken([
      'group,key,locale,value',
      'console,cancel,ar,تراجع',
      'console,no_such_text,العربية,كلمة',
      'console,act_things,العربية,صفحة',
      'console,cancel,العربية,مرة أخرى',
    ])
    const report = String((await admin.get(`${path}/${found.id}/report`)).body)
    expect(found).toMatchObject({ state: 'done', created: 0, updated: 1, refused: 3 })
    expect(report).toContain('No text of the console has this key.')
    expect(report).toContain('Keep the placeholders')
    expect((await texts('ar'))['console.cancel']).toBe('تراجع')
    const own = '/settings/localization/search?search=cancel&state=own'
    const row = (await admin.get(own)).body.data.find(
      (one: { key: string }) => one.key === 'cancel',
    )
    expect(row).toMatchObject({ group: 'console', value: 'تراجع' })
    // A text of one’s own is changed by its number, which stands in an exported file.
    const mode = { mode: 'update' }
    const lost = await taken(['id,value', `${row.id},الغاء`, '999999999,كلمة'], mode)
    expect(lost).toMatchObject({ state: 'done', updated: 1, refused: 1 })
    expect((await texts('ar'))['console.cancel']).toBe('الغاء')
  })

  test('11.16: is taken in by those alone who may', async () => {
    const rights = ['view', 'create', 'update'].map((act) => `settings.localization.${act}`)
    const other = await server.user(rights)
    expect((await other.post(path, {})).status).toBe(403)
  })
})
