import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { ResourceEdit } from '../../../../src/browser/views/ResourceForms.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const person = defineResource('people', {
  permission: 'person',
  fields: { name: field.text(), wage: field.money({ optional: true, label: 'What they earn' }) },
  title: 'name',
  list: ['name'],
  form: ['name', 'wage'],
})
const cells = {
  kind: field.choice({ field: 'Field', text: 'Text' }, { default: 'field' }),
  value: field.text({
    optional: true,
    fieldsOf: 'people',
    suggests: ({ kind }: { kind: string }) => (kind === 'field' ? ['name', 'wage', 'now'] : []),
  }),
}
const desk = defineResource('desks', {
  permission: 'desk',
  fields: { name: field.text(), rows: field.rows(cells, { optional: true }) },
  title: 'name',
  list: ['name'],
  form: ['name', 'rows'],
})
const resources = defineResources([person, desk])
const rows = [
  { kind: 'field', value: '' },
  { kind: 'text', value: '' },
]

it('a text offers what is usual beside it, by labels, and takes anything else', async () => {
  const stored = { id: 7, version: 1, name: 'North', rows }
  const provider = fakeProvider({ getOne: vi.fn(async () => ({ data: stored })) as never })
  const screens = { '/desks': null, '/desks/:id': <ResourceEdit resource={desk} /> }
  const user = userWith('desk.view', 'desk.update')
  const { person: reader } = openScreens('/desks/7', screens, { user, provider, resources })
  const [first, second] = await screen.findAllByRole('combobox', { name: 'Value' })
  await reader.click(first!)
  await reader.keyboard('{ArrowDown}')
  const offered = (await screen.findAllByRole('option')).map((one) => one.textContent)
  expect(offered).toEqual(['Namename', 'What they earnwage', 'now'])
  await reader.keyboard('earn')
  await reader.click(await screen.findByRole('option', { name: /What they earn/ }))
  await reader.type(second!, 'anything')
  expect(screen.queryByRole('option')).toBeNull()
  await reader.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(provider.update).toHaveBeenCalledOnce())
  const sent = vi.mocked(provider.update as any).mock.lastCall?.[1]
  expect(sent.data.rows).toEqual([
    { kind: 'field', value: 'wage' },
    { kind: 'text', value: 'anything' },
  ])
})
