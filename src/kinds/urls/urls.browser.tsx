import { cut } from '../../browser/ui/fields/cellText.tsx'
import { textsOf } from '../ips/ips.browser.tsx'
import type { BrowserKind } from '../kind.browser.ts'
import { WebLink } from '../url/url.browser.tsx'

export const urlsBrowser: BrowserKind = {
  direction: 'ltr',
  show: ({ value, full }) =>
    full
      ? textsOf(value).map((one) => (
          <div key={one}>
            <WebLink address={one} full />
          </div>
        ))
      : cut(textsOf(value).join(', ')),
}
