export { savedViewsOf } from './savedViews/savedViews.ts'
