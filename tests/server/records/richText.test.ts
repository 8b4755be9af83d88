import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineResource, defineResources, field } from '#schema'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const offer = defineResource('offers', {
  permission: 'offer',
  fields: { name: field.text({ max: 40 }), terms: field.richText({ optional: true }) },
  title: 'name',
  list: ['name', 'terms'],
  form: ['name', 'terms'],
})

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await createTestServer({ resources: defineResources([offer]) })
  client = await server.user(['offer.view', 'offer.create', 'offer.update'])
}, 60_000)
afterAll(() => server.close())

const termsOf = async (id: number) => (await client.get(`/offers/${id}`)).body.data.terms

test.each([
  ['<p onclick="steal()">Pay <b>now</b></p><script>steal()</script>', '<p>Pay <b>now</b></p>'],
  ['<img src=x onerror=steal()><iframe src="https://e.example"></iframe>ok', 'ok'],
  [
    '<a href="javascript:steal()">a</a> <a href="https://e.example" style="x">b</a>',
    '<a target="_blank" rel="noopener noreferrer">a</a> <a href="https://e.example" target="_blank" rel="noopener noreferrer">b</a>',
  ],
  ['<p style="background:url(https://e.example)">x</p>', '<p>x</p>'],
  ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
])(
  'of %s only what is harmless is kept, when it is made and when it is changed',
  async (given, kept) => {
    const made = await client.make('/offers', { name: 'One', terms: given })
    expect(await termsOf(made)).toBe(kept)
    const changed = await client.make('/offers', { name: 'Two' })
    expect((await client.put(`/offers/${changed}`, { terms: given })).status).toBe(200)
    expect(await termsOf(changed)).toBe(kept)
  },
)
