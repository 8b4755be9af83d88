import { call, signIn } from '../../fixtures/process.ts'
import { expect } from './story.ts'

/** Deletes a text that a story has written, for the others on the same console read it too. */
export async function forgetText(address: string, text: string): Promise<void> {
  const token = await signIn(address, 'admin@example.com', 'try-leadgate-now')
  const path = '/settings/localization'
  const query = new URLSearchParams({ search: text })
  const { body } = await call(address, 'GET', `${path}/search?${query}`, { token })
  const own = body.data.filter(({ value }: { value: string }) => value === text)
  expect(own).toHaveLength(1)
  const { status } = await call(address, 'DELETE', `${path}/${own[0].id}`, { token })
  expect(status).toBe(200)
}
