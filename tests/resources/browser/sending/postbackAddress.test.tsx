import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { integration } from '../../../../resources/sending/integration/integration.ts'
import { integrationViews } from '../../../../resources/sending/integration/integration.browser.tsx'
import { openScreens } from '../../../browser/views/screens.tsx'
import { editorWithout, roleProvider } from '../roleForm.tsx'

const Address = integrationViews.fields?.postback_key

function open(record: object) {
  const screens = { '/': Address ? <Address record={record as never} full /> : null }
  openScreens('/', screens, {
    user: editorWithout(),
    provider: roleProvider(),
    resources: [integration],
  })
}

it('an integration shows the whole address that its broker calls, to be copied', async () => {
  open({ postback_key: 'k'.repeat(32), postback_id: 'lead', postback_status: 'state' })
  const address = `${window.location.origin}/api/partner/postback/${'k'.repeat(32)}`
  await screen.findByText(`${address}?lead=…&state=…`, {}, { timeout: 10_000 })
  expect(screen.getByRole('button', { name: /^Copy/ })).toBeTruthy()
})

it('of the host where the API stands', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'api-origin' })
  meta.content = 'https://api.example.com'
  document.head.append(meta)
  try {
    open({ postback_key: 'key', postback_id: 'lead' })
    await screen.findByText('https://api.example.com/api/partner/postback/key?lead=…')
  } finally {
    meta.remove()
  }
})

it('and says what is missing before it takes anything', async () => {
  open({ postback_key: 'k'.repeat(32), postback_id: null, postback_status: 'state' })
  await screen.findByText(/until the parameter of the ID has a name/, {}, { timeout: 10_000 })
  expect(screen.queryByText(/state=/)).toBeNull()
})
