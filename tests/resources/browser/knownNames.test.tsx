import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import { useChoices } from '#browser'

import { language } from '../../../resources/settings/language.ts'
import { setDisplayLocale } from '../../../src/browser/client/i18n/formats.ts'
import { fakeProvider } from '../../browser/views/console.tsx'
import { userWith } from '../../browser/views/fixture.ts'
import { openScreens } from '../../browser/views/screens.tsx'

afterEach(() => setDisplayLocale({ locale: 'en', zone: undefined }))

function Chosen() {
  setDisplayLocale({ locale: 'ar', zone: undefined })
  const known = [{ id: 1, label: 'Polish', code: 'pl' }]
  return useChoices('languages', [1], { known }).chosen.map(({ label }) => <p key="1">{label}</p>)
}

it('what a form has chosen already is called as the other entries of its picker', async () => {
  const around = { user: userWith(), provider: fakeProvider(), resources: [language] }
  openScreens('/chosen', { '/chosen': <Chosen /> }, around)
  expect(await screen.findByText('البولندية')).toBeTruthy()
})
