import { contact } from '../contact.browser.tsx'

export const emailBrowser = contact('mailto', 'addresses')
