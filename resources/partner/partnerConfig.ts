/** Of every route of partners: who calls is found out by the routes themselves, and each call stands in the request log. */
export const partnerConfig = { access: 'public', isLogged: true } as const
