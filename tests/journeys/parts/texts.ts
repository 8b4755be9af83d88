import { call, signIn } from '../../fixtures/process.ts'
import { expect } from './story.ts'

/** Deletes a text that a story has written, for the others on the same console read it too. */
export async function forgetText(address: string, text: string): Promise<void> {
  const token = await signIn(address, 'admin@example.com', 'try-leadgate-now')
  const path = '/settings/localization'
  const query = new URLSearchParams({ search: text })
  const { body } = await call(address, 'GET', `${path}/search?${query}`, { token })
  expect(body.data).toHaveLength(1)
  const { status } = await call(address, 'DELETE', `${path}/${body.data[0].id}`, { token })
  expect(status).toBe(200)
}
