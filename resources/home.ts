/** Where a sign-in leads: the first of these screens that exists and that the user may see (specification 2). */
export const home = [
  { permission: 'dashboard.view', path: 'dashboard' },
  { path: 'lead/search' },
] as const
