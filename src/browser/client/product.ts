/** What the business calls its console, as the page says it. */
export const productName =
  document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? 'Leadgate'

/** The address of its mark. */
export const productMark = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href
