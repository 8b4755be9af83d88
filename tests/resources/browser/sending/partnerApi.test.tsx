import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { PartnerApi } from '../../../../resources/partner/docs/PartnerApi.tsx'
import type { PartnerDocs } from '../../../../resources/partner/docs/partnerDocs.ts'
import { fakeProvider } from '../../../browser/views/console.tsx'
import { userWith } from '../../../browser/views/fixture.ts'
import { openScreens } from '../../../browser/views/screens.tsx'

const described: PartnerDocs = {
  auth_type: 'token',
  headers: [],
  endpoints: [],
  calls_per_minute: 60,
  example: null,
  lead_fields: [{ name: 'email', type: 'email', max: 190 }],
  status_fields: [],
  return_reasons: [],
}

const refused = 'Each lead that it brings is refused until the department has a default source.'

it.each([
  ['warns of a caller whose leads have no source', null, 1],
  ['says nothing where there is one', 4, 0],
  ['says nothing to those who may not know', undefined, 0],
])('8.2: %s', async (_, default_source, count) => {
  const record = { id: 3, version: 1, default_source } as never
  const provider = fakeProvider({ call: (async () => ({ data: described })) as never })
  const screens = { '/api': <PartnerApi record={record} /> }
  openScreens('/api', screens, { user: userWith(), provider, resources: [] })
  expect(await screen.findByText('An e-mail or a phone number is needed.')).toBeTruthy()
  expect(screen.queryAllByText(refused)).toHaveLength(count)
})
