import type { BrowserKind } from '../kind.browser.ts'

export const passwordBrowser: BrowserKind = {
  show: () => '••••••••',
}
