import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import { session } from '../../../src/browser/client/session/session.ts'
import { store } from '../../../src/browser/client/storage/store.ts'
import { api, serveApi, visit } from './console.tsx'
import { everything, sessionOf } from './fixture.ts'

serveApi()

const arabic = {
  direction: 'rtl',
  'console.new': 'إضافة %{one}',
  'console.groups.library': 'المكتبة',
  'resources.authors.name': 'المؤلفون',
  'resources.authors.one': 'مؤلف',
  'resources.authors.fields.name': 'الاسم',
  'messages.fill_in_this_field': 'املأ هذا الحقل',
}

/** The settings of somebody whose language it is. */
const speaking = (locale: string) => ({ settings: { locale } })

const answerChoice = (locale: string) =>
  api.answer('PUT /api/profile/settings', { body: { data: speaking(locale) } })

beforeEach(() => {
  document.documentElement.removeAttribute('dir')
  api.answer('GET /api/localizations', { body: { en: 'English', ar: 'العربية' } })
  api.answer('GET /api/localizations/ar', { body: arabic })
})

describe('English', () => {
  it('is built in and the default: no other language is fetched', async () => {
    visit('/library/authors', everything)
    await screen.findByRole('heading', { name: 'Authors' })
    expect(document.documentElement).toHaveProperty('lang', 'en')
    expect(document.documentElement).toHaveProperty('dir', 'ltr')
    expect(api.callsTo('GET /api/localizations/ar')).toEqual([])
  })

  it('is changed by the texts of staff too', async () => {
    api.answer('GET /api/localizations/en', { body: { 'resources.authors.name': 'Writers' } })
    visit('/library/authors', everything)
    await screen.findByRole('heading', { name: 'Writers' })
  })
})

describe('another language', () => {
  it('is chosen in the header, fetched then, and turns the page round', async () => {
    answerChoice('ar')
    const { person } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('button', { name: 'Language' }))
    await person.click(await screen.findByRole('menuitemradio', { name: 'العربية' }))
    await screen.findByRole('heading', { name: 'المؤلفون' })
    await waitFor(() => expect(document.documentElement).toHaveProperty('dir', 'rtl'))
    expect(document.documentElement).toHaveProperty('lang', 'ar')
    expect(api.callsTo('GET /api/localizations/ar')).toHaveLength(1)
    expect(api.callsTo('PUT /api/profile/settings')[0]?.body).toEqual({ locale: 'ar' })
    expect(store.getItem('locale')).toBe('ar')
  })

  it('D1: is the user’s own, whatever another has chosen in this browser', async () => {
    store.setItem('locale', 'ar')
    visit('/library/authors', everything, speaking('en'))
    await screen.findByRole('heading', { name: 'Authors' })
    expect(document.documentElement).toHaveProperty('lang', 'en')
    expect(api.callsTo('GET /api/localizations/ar')).toEqual([])
    act(() => session.write(sessionOf(everything, speaking('ar'))))
    await screen.findByRole('heading', { name: 'المؤلفون' })
  })

  it('D1: stays as it was when the server does not take the choice', async () => {
    api.answer('PUT /api/profile/settings', { status: 422, body: { message: 'Choose a language' } })
    const { person } = visit('/library/authors', everything)
    await person.click(await screen.findByRole('button', { name: 'Language' }))
    await person.click(await screen.findByRole('menuitemradio', { name: 'العربية' }))
    await screen.findByText('Choose a language')
    expect(document.documentElement).toHaveProperty('lang', 'en')
    expect(store.getItem('locale')).toBeUndefined()
  })

  it('says names, headings and fields of the declarations, and falls back text by text', async () => {
    visit('/library/authors', everything, speaking('ar'))
    await screen.findByRole('link', { name: 'إضافة مؤلف' })
    const menu = screen.getByRole('navigation', { name: 'Main menu' })
    within(menu).getByRole('heading', { name: 'المكتبة' })
    // Nobody has translated these.
    within(menu).getByRole('link', { name: 'Books' })
    screen.getByRole('button', { name: 'Columns' })
  })

  it('says what a form refuses before the server is asked', async () => {
    const { person } = visit('/library/authors/create', everything, speaking('ar'))
    await screen.findByRole('textbox', { name: /الاسم/ })
    await person.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('املأ هذا الحقل')
    expect(api.callsTo('POST /api/library/author')).toEqual([])
  })

  it('runs in the direction of its script where the server tells none', async () => {
    api.answer('GET /api/localizations/he', { body: {} })
    visit('/library/authors', everything, speaking('he'))
    await waitFor(() => expect(document.documentElement).toHaveProperty('dir', 'rtl'))
  })

  it('runs as its locale is marked', async () => {
    api.answer('GET /api/localizations/ar', { body: { ...arabic, direction: 'ltr' } })
    visit('/library/authors', everything, speaking('ar'))
    await screen.findByRole('heading', { name: 'المؤلفون' })
    await waitFor(() => expect(document.documentElement).toHaveProperty('dir', 'ltr'))
  })
})
