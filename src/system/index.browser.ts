export { roleViews } from './role/role.browser.tsx'
export { useFixedOnes, userViews } from './user/user.browser.ts'
