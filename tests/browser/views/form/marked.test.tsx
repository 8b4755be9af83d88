import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { Form } from 'react-admin'
import { expect, it } from 'vitest'

import { defineResource, field } from '#schema'

import { createSignal } from '../../../../src/browser/client/storage/persisted.ts'
import { FormFields } from '../../../../src/browser/views/forms/fields/FormFields.tsx'
import { fakeProvider } from '../console.tsx'
import { userWith } from '../fixture.ts'
import { openScreens } from '../screens.tsx'

const fields = {
  country: field.country({ optional: true }),
  zone: field.timeZone({ optional: true }),
  text: field.text({ optional: true, suggests: () => ['one', 'two', 'three'] }),
}

const trip = defineResource('trips', {
  permission: 'trip',
  fields: { name: field.text(), ...fields },
  title: 'name',
  list: ['name'],
  form: ['name', 'country', 'zone', 'text'],
})

/** Draws the page anew, as an answer of the server does. */
const redraw = createSignal()

function Trip() {
  const [, setTimes] = useState(0)
  useEffect(() => redraw.listen(() => setTimes((times) => times + 1)), [])
  const all = Object.entries(fields).map(([name, one]) => ({ name, field: one }))
  const named = all.map((one) => ({ ...one, isWritable: true, isBlind: false }))
  return (
    <Form record={{ text: '' }}>
      <FormFields resource={trip} sections={[{ heading: '', fields: named }]} record={undefined} />
    </Form>
  )
}

const around = { user: userWith('trip.view'), provider: fakeProvider(), resources: [trip] }

it.each(['Country', 'Zone', 'Text'])(
  'what the arrows have marked for %s is taken, though the page was drawn anew meanwhile',
  async (name) => {
    const { person } = openScreens('/trip', { '/trip': <Trip /> }, around)
    const input = await screen.findByRole('combobox', { name }, { timeout: 45_000 })
    act(() => input.focus())
    await person.keyboard('{ArrowDown}')
    const [, second] = await screen.findAllByRole('option')
    const marked = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    while (marked() !== second) await person.keyboard('{ArrowDown}')
    const wanted = second?.textContent
    act(() => redraw.send())
    act(() => redraw.send())
    await person.keyboard('{Enter}')
    expect(input).toHaveProperty('value', wanted)
    expect(screen.queryByRole('option')).toBeNull()
    // The same once more closes it too.
    await person.keyboard('{ArrowDown}')
    await screen.findAllByRole('option')
    while (marked()?.textContent !== wanted) await person.keyboard('{ArrowDown}')
    await person.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(input).toHaveProperty('value', wanted)
  },
)
