import type { SendLead } from '../request/sendLead.server.ts'

/** A person that there is not, for a look at a call. */
export const syntheticLead: SendLead = {
  id: 0,
  uuid: '00000000-0000-4000-8000-000000000000',
  first_name: 'Test',
  last_name: 'Lead',
  email: 'test.lead@example.com',
  phone: '+442079460018',
  phone_prefix: '+44',
  date_of_birth: '1985-06-15',
  address: '1 Example Street',
  city: 'London',
  zip: 'SW1A 1AA',
  ip: '203.0.113.7',
  funnel: 'example',
  created_at: '2026-01-15T10:00:00.000Z',
  is_test: true,
  country: {
    id: 0,
    name: 'United Kingdom',
    iso_3166_2: 'GB',
    iso_3166_3: 'GBR',
    calling_code: '44',
  },
  language: { id: 0, name: 'English', code: 'en' },
  source: { id: 0, name: 'Example source' },
  tags: ['example'],
}
