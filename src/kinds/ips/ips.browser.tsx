import type { Display } from '../../browser/client/records/row.ts'
import { cut } from '../../browser/ui/fields/cut.tsx'
import { WebLink } from '../url/url.browser.tsx'

export const ipsDisplay: Display = {
  direction: 'ltr',
  show: ({ value, full }) =>
    full ? texts(value).map((one) => <div key={one}>{one}</div>) : cut(texts(value).join(', ')),
}

export const urlsDisplay: Display = {
  direction: 'ltr',
  show: ({ value, full }) =>
    full
      ? texts(value).map((one) => (
          <div key={one}>
            <WebLink address={one} full />
          </div>
        ))
      : cut(texts(value).join(', ')),
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
