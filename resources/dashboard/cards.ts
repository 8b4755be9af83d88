import type { Card } from './card.ts'

interface DeclaredCard {
  /** The name of the sum, too. */
  readonly label: string
  readonly permission: string
  /** The sum that is taken off: tests are no business. */
  readonly without?: string
}

/** The five numbers of the dashboard, each with the permission that shows it (product.md 11.2). */
export const cards: readonly DeclaredCard[] = [
  { label: 'leads', permission: 'lead.view', without: 'test_leads' },
  { label: 'failed_leads', permission: 'failed.lead.view' },
  { label: 'leads_sent_successfully', permission: 'lead.history.view' },
  { label: 'leads_sent_failed', permission: 'lead.failed.view' },
  { label: 'ftds', permission: 'broker.department.view', without: 'test_ftds' },
]

/** Whether a card of sends has nothing to compare: nothing was sent in either week. */
export const hasNotBegun = ({ label, value, percentage }: Card): boolean =>
  label.startsWith('leads_sent_') && value === 0 && percentage === 0

/** Whether fewer of them are better news. */
export const isBetterLess = (label: string): boolean => label.includes('failed')
