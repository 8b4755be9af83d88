export * from './bulkActions.ts'
export * from './cards.ts'
export * from './console.ts'
export * from './contract.ts'
export * from './jobs.ts'
export * from './records.ts'
export * from './reveal.ts'
export * as historyContract from './history.ts'
export * as importContract from './imports.ts'
export * as preferenceContract from './preferences.ts'
export * as profileContract from './profile.ts'
export * as uploadContract from './uploads.ts'
export type {
  FieldChange,
  History,
  HistoryEntry,
  Reversion,
  Timeline,
  TimelineEvent,
  TimelineLine,
} from './history.ts'
export { encodings, narrowEncodings } from './encodings.ts'
export {
  importMapping,
  importOptions,
  type ImportFound,
  type ImportOptions,
  type ImportPreview,
  type ImportedBefore,
  type ImportStarted,
  type ImportTemplate,
  type ReadingOptions,
} from './imports.ts'
export { groupsSchemas } from './groups.ts'
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
export { filterJson } from './filterJson.ts'
export type { UnfinishedUpload } from './uploads.ts'
