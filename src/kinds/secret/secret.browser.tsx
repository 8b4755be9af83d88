import { useText, type Say } from '../../browser/client/i18n/texts.ts'
import type { BrowserKind } from '../kind.browser.ts'

interface Told {
  readonly set?: boolean
  readonly last4?: string
}

export const secretBrowser: BrowserKind = {
  show: ({ value }) => <Secret value={value} />,
}

function Secret({ value }: { value: unknown }) {
  return secretText(useText(), value)
}

/** What readers of a secret learn: whether it is set, and how it ends. */
export function secretText(say: Say, value: unknown): string {
  const { last4 } = told(value)
  if (!isSet(value)) return say('secret_not_set', 'Not set')
  return last4
    ? say('secret_ends', 'Set, ends in %{end}', { end: last4 })
    : say('secret_set', 'Set')
}

export const isSet = (secret: unknown): boolean => told(secret).set === true

const told = (value: unknown): Told => (typeof value === 'object' && value !== null ? value : {})
