import { type AnyViews } from './routes.tsx'
import { type Feature } from '../views/slots.ts'
import { auditViews } from '../views/audit/auditViews.tsx'
import { noticeViews } from '../views/notifications/noticeViews.tsx'
import { jobViews } from '../views/jobs/jobViews.tsx'
import { profileScreen } from '../views/profile/profile.tsx'
import { may } from '../client/records/permitted.ts'

/** Views of the tables that the engine itself writes; the business's own come before them. */
export const engineViews: AnyViews = {
  audit_entries: auditViews,
  jobs: jobViews,
  notifications: noticeViews,
}

/** What the engine hangs on the slots itself, before all features. */
export const engineParts: Feature = {
  screens: [profileScreen],
  userLinks: [
    {
      path: '/profile/jobs',
      label: (t) => t('jobs'),
      isOpen: ({ permissions }) => permissions.has('user.profile.job.view'),
    },
    {
      path: '/profile/imports',
      label: (t) => t('imports'),
      isOpen: (user, resources) => resources.some((resource) => may(resource, 'import', user)),
    },
    {
      path: '/profile/notifications',
      label: (t) => t('notifications'),
      isOpen: ({ permissions }) => permissions.has('user.profile.notification.view'),
    },
  ],
}
