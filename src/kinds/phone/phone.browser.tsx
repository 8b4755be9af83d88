import { contact } from '../contact.browser.tsx'

export const phoneBrowser = contact('tel', 'phones')
