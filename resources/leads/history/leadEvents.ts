/** What the timeline of a lead tells beside its own changes. */
export type LeadEvent =
  | 'imported'
  | 'commented'
  | 'planned'
  | 'sent'
  | 'rejected'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'told'
  | 'ftd'
  | 'ftd_cancelled'
  | 'returned'
