export type { Views, ViewsByResource } from './views.ts'
