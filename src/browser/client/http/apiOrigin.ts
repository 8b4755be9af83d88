/** Where the API stands, as the server tells the page (`API_ORIGIN`); empty where it stands with the page. */
export const apiOrigin = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="api-origin"]')?.content ?? ''
