import { auditViews } from '../views/audit/views.tsx'
import type { AnyViews } from './routes.tsx'
import { noticeViews } from '../views/notifications/views.tsx'
import { jobViews } from '../views/jobs/views.tsx'

/** Views of the tables that the engine itself writes; the business's own come before them. */
export const engineViews: AnyViews = {
  audit_entries: auditViews,
  jobs: jobViews,
  notifications: noticeViews,
}
