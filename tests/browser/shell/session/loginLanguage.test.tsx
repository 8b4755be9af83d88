import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { LoginPage } from '../../../../src/browser/frame/login/LoginPage.tsx'

const arabic = {
  direction: 'rtl',
  'messages.sign_in': 'تسجيل الدخول',
  'messages.e_mail': 'البريد الإلكتروني',
}

it.each([
  ['ar', 'تسجيل الدخول', 'البريد الإلكتروني', 'rtl'],
  ['en', 'Sign in', 'E-mail', ''],
])('the first page speaks the language last chosen here: %s', async (locale, sign, mail, dir) => {
  localStorage.setItem('leadgate.preference.locale', JSON.stringify(locale))
  const texts = { locale: 'ar', at: 0, messages: arabic }
  // What storage has is read where a page begins, or where another tab tells of it.
  const kept = { key: 'leadgate.locale', newValue: JSON.stringify({ texts }) }
  window.dispatchEvent(new StorageEvent('storage', kept))
  render(<LoginPage onTyping={() => {}} onSignedIn={() => {}} />)
  await screen.findByRole('heading', { name: sign })
  expect(screen.getByLabelText(mail)).toHaveProperty('type', 'email')
  expect(screen.getByRole('main')).toHaveProperty('dir', dir)
  // What nobody has translated stays English.
  screen.getByRole('button', { name: 'Show password' })
})
