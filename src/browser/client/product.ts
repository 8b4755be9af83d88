const saidOf = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/** What the business calls its console, as the page says it. */
export const productName = saidOf('application-name') ?? 'Leadgate'

/** The sentence of its sign-in page; empty for the engine's own. */
export const productClaim = saidOf('description') ?? ''

/** The address of its mark. */
export const productMark = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href
