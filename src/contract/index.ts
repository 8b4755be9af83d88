export * from './contract.ts'
export * as consoleContract from './console.ts'
export * as explainContract from './explain.ts'
export * as exportContract from './exports.ts'
export * as historyContract from './history.ts'
export * as importContract from './imports.ts'
export * as jobContract from './jobs.ts'
export * as notificationContract from './notifications.ts'
export * as preferenceContract from './preferences.ts'
export * as profileContract from './profile.ts'
export * as revealContract from './reveal.ts'
export * as searchContract from './search.ts'
export * as uploadContract from './uploads.ts'
export type { Decision } from './explain.ts'
export type { ExportRequest } from './exports.ts'
export type { FieldChange, History, HistoryEntry, Reversion } from './history.ts'
export { encodings, narrowEncodings } from './encodings.ts'
export {
  importMapping,
  importOptions,
  type ImportOptions,
  type ImportPreview,
  type ImportStarted,
  type ReadingOptions,
} from './imports.ts'
export { groupsName, groupsSchema } from './recordJson.ts'
export {
  actionContract,
  bulkContract,
  bulkUndoContract,
  recordContract,
  undoContract,
  type BulkAnswer,
  type Skipped,
} from './records.ts'
export type { Preference, PreferenceChange } from './preferences.ts'
export {
  emailAddress,
  type Device,
  type EmailChange,
  type Login,
  type PasswordChange,
  type Profile,
  type ProfileChange,
  type SessionOfUser,
  type Setup,
  type SignIn,
} from './profile.ts'
export { recordJson } from './recordJson.ts'
export type { PageReveal, RecordReveal, Revealed } from './reveal.ts'
export type { Found, FoundOf, SearchAnswer } from './search.ts'
export type { UnfinishedUpload } from './uploads.ts'
