/** Where the demo's leads come from; weight is the share of a hundred. */
export const demoSources = [
  { name: 'Meadow Search', weight: 22, funnel: 'search-autumn' },
  { name: 'Northwind Social', weight: 18, funnel: 'social-video' },
  { name: 'Harbour Mail', weight: 14, funnel: 'newsletter' },
  { name: 'Quill Articles', weight: 12, funnel: 'native-article' },
  { name: 'Beacon Compare', weight: 12, funnel: 'comparison' },
  { name: 'Lantern Webinar', weight: 9, funnel: 'webinar' },
  { name: 'Partner Desk', weight: 8, funnel: 'partner-form' },
  { name: 'Website', weight: 5, funnel: 'contact-form' },
] as const

export const demoTags = [
  { name: 'VIP', color: '#7c3aed' },
  { name: 'Evening only', color: '#0f766e' },
  { name: 'Call in English', color: '#1d4ed8' },
  { name: 'Returning', color: '#b45309' },
  { name: 'Newsletter', color: '#64748b' },
  { name: 'Webinar', color: '#be185d' },
] as const

export const demoCompanies = [
  'Aldermoor Group',
  'Sable Partners',
  'Nordlys Holding',
  'Cobalt Media',
] as const
