export { roleViews } from './role/role.browser.tsx'
export { userViews } from './user/user.browser.ts'
