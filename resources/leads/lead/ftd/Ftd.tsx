import { Moment, useT } from '#browser'

import english from '../../../translations/en/console.json'

export interface Deposit {
  readonly ftd_at: string | null
  readonly api_ftd_at: string | null
  /** A send keeps a deposit that counts no more. */
  readonly ftd_cancelled_at?: string | null
}

/**
 * When a first deposit counts; said to be detected where the broker gave no date of it, or one that cannot be, which stands beside
 * it (product.md 9.4).
 */
export function Ftd({ record: { ftd_at, api_ftd_at, ftd_cancelled_at } }: { record: Deposit }) {
  const t = useT(english)
  if (!ftd_at) return null
  const date = <Moment value={ftd_at} />
  if (ftd_cancelled_at) {
    return (
      <>
        <del>{date}</del>
        {` (${t('lead.ftd_cancelled')})`}
      </>
    )
  }
  if (api_ftd_at === ftd_at) return date
  if (!api_ftd_at) {
    return (
      <>
        {date}
        {` (${t('lead.ftd_detected')})`}
      </>
    )
  }
  return (
    <>
      {date}
      {` (${t('lead.ftd_detected')}; ${t('lead.ftd_dated')} `}
      <Moment value={api_ftd_at} />
      {')'}
    </>
  )
}
