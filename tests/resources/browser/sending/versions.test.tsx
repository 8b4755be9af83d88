import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { mappingRow, ruleRow } from '../../../../resources/sending/integration/fields/rows.ts'
import { integration } from '../../../../resources/sending/integration/integration.ts'
import { Versions } from '../../../../resources/sending/integration/views/Versions.tsx'
import { openScreens } from '../../../browser/views/screens.tsx'
import { editorWithout, roleProvider } from '../roleForm.tsx'

it('a version says who saved it, when, and what that changed', async () => {
  const version = (number: number, url: string) => ({
    id: number,
    number,
    created_at: `2026-05-0${number}T10:20:30Z`,
    content: { url },
    labels: { user: { label: `Imre ${number}` } },
  })
  const rows = [version(2, 'https://new.example'), version(1, 'https://old.example')]
  const newest = await newestOf(rows)
  expect(newest?.textContent).toContain('Imre 2')
  expect(newest?.textContent).toMatch(/May 02, 2026.*10:20:30/)
  expect(newest?.textContent).toContain('− https://old.example')
  expect(newest?.textContent).toContain('+ https://new.example')
})

it('a version shows rows as words, and a rule that was added twice', async () => {
  const rule = ruleRow({ path: 'success', test: 'false', outcome: 'rejected' })
  const mapping = [mappingRow({ target: 'mail', value: 'email', required: true })]
  const version = (number: number, content: object) => ({
    id: number,
    number,
    created_at: `2026-05-0${number}T10:20:30Z`,
    content,
  })
  const rows = [version(2, { rules: [rule, rule], mapping }), version(1, { rules: [rule] })]
  const text = (await newestOf(rows))?.textContent
  expect(text).toContain('+ Value in JSON success is false → Rejected')
  expect(text).not.toContain('− Value')
  expect(text).toContain('target: mail, kind: field, value: email, required')
  expect(text).not.toContain('{')
})

/** The newest of two versions on their page. */
async function newestOf(rows: readonly object[]) {
  const provider = roleProvider({
    getList: async () => ({ data: rows, total: rows.length }),
  } as never)
  openScreens(
    '/send/integration/3',
    { '/send/integration/3': <Versions record={{ id: 3, state: 'active' } as never} /> },
    { user: editorWithout(), provider, resources: [integration] },
  )
  return (await screen.findByText('Version 2')).closest('section')
}
