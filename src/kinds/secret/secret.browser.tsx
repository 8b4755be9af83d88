import { useT, type Translate } from '../../browser/client/i18n/texts.ts'
import type { BrowserKind } from '../kind.browser.ts'

interface SecretState {
  readonly set?: boolean
  readonly last4?: string
}

export const secretBrowser: BrowserKind = {
  show: ({ value }) => <Secret value={value} />,
}

function Secret({ value }: { value: unknown }) {
  return secretText(useT(), value)
}

/** What readers of a secret learn: whether it is set, and how it ends. */
export function secretText(t: Translate, value: unknown): string {
  const { last4 } = stateOf(value)
  if (!isSet(value)) return t('secret_not_set')
  return last4 ? t('secret_ends', { end: last4 }) : t('secret_set')
}

export const isSet = (secret: unknown): boolean => stateOf(secret).set === true

const stateOf = (value: unknown): SecretState =>
  typeof value === 'object' && value !== null ? value : {}
