export type { Api, LongRunning } from './kernel/behavior/serverParts.ts'
export type {
  Backend,
  Business,
  ForbiddenText,
  Translations,
  Behavior,
  Behaviors,
  DeclaredJob,
  Context,
  FollowImport,
  Option,
  Refusing,
  Schedule,
} from './kernel/backend.ts'
export type { Happened, ReadForTimeline } from './kernel/behavior/timelineHook.ts'
export type { DuplicateRule, Refused, RowProblem } from './kernel/behavior/importHooks.ts'
export type { BulkCall, BulkOutlook } from './kernel/behavior/bulkBehavior.ts'
export type { PermissionDeclaration, SeedRole } from './kernel/declaredRights.ts'
export type { Database, Sql } from './kernel/database.ts'
export type { Records } from './kernel/records.ts'
export * from './kernel/errors.ts'
export { csvFile } from '../csv/csvText.ts'
export { file, type FileAnswer } from './kernel/behavior/fileAnswer.ts'
export { attachment } from './kernel/behavior/attachment.ts'
export type { LeftOut } from './kernel/behavior/handlers.ts'
export { recordAudit } from './audit/audit.ts'
export { terms, termsNow, type Terms } from './kernel/terms.ts'
export { presentAuditEntry } from './records/read/history/auditEntry.ts'
export { auditTexts } from './records/read/history/auditTexts.ts'
export { accessChanged, completeFullRoles } from './auth/access.ts'
export {
  checkRank,
  checkRestrictions,
  checkRoleRank,
  grantable,
  grantableRoles,
  keepHolders,
  permissionsOfRoles,
} from './auth/guards.ts'
export { checkNewPassword, hashPassword } from './kernel/secrets/passwords.ts'
export { checkPersonName } from './auth/personNames.ts'
export { deviceOf } from './auth/devices.ts'
export { endSession, revokeSessions } from './auth/sessions.ts'
export { prepared } from './database/connection.ts'
export { faultOf } from './database/faults.ts'
export { isInRanges } from './kernel/addressRanges.ts'
export { addressBlock, authorOf, keyOf, type RequestKey } from './kernel/guard.ts'
export { heavy } from './kernel/turns/fairShare.ts'
export { bulkWork } from './records/read/list.ts'
export { once, onceApart, onceWithin, withoutKey } from './database/requestKeys.ts'
export { allAnsweredBefore, answeredBefore } from './database/answeredBefore.ts'
export { createCallLimit } from './http/callerLimits.ts'
export { countRefusal } from './auth/loginTries.ts'
export { transactAsProcess, workAsProcess } from './records/write/asProcess.ts'
export { editRecord } from './records/write/write.ts'
export { recordsOfImport } from './imports/write/updated.ts'
export { joinMessages, messageAbout } from './records/write/validation/joinMessages.ts'
export { storable } from './records/write/validation/forbiddenText.ts'
export { refusalOfSubmitted, submitRecord, type Submitted } from './imports/submitted.ts'
export { idsBy, insertPairs, insertRows, type Row } from './database/seedRows.ts'
export { fingerprints, placesOf } from './kernel/secrets/secrets.ts'
export { validPhone } from './kernel/phones/phones.ts'
export { tellAccountChanged, tellAuditors, notify, type Notice } from './notifications/notify.ts'
export { createSlots } from './jobs/slots.ts'
export { withdrawExports } from './exports/withdrawExports.ts'
export { isCallablePort, isPublicAddress } from './outbound/addresses.ts'
export { callOut } from './outbound/outbound.ts'
export type { OutboundAnswer, OutboundCall, OutboundFault } from './outbound/outboundCall.ts'
export { rhythmText } from './jobs/schedules/rhythm.ts'
export { hasPassed, momentNow, type Moment } from './kernel/moment.ts'
export { commitEvents, createWakeSignal } from './kernel/wakeSignal.ts'
export { keyLocks, lockKeys } from './records/write/validation/lockKeys.ts'
export {
  findSame,
  sameRule,
  createdSince,
  sharesKey,
  type SameRule,
} from './records/write/validation/same.ts'
export { namedRows } from './records/read/namedRows.ts'
export { mayLabel } from './records/read/titles.ts'
export { listOptions } from './records/read/values/options.ts'
export { getRecord } from './records/read/select.ts'
export { selectedCount, selectedItems } from './records/bulk/selected.ts'
export { idPath } from './records/idPath.ts'
export { transact } from './records/write/transact.ts'
export { defineBusiness, isLanguage } from './kernel/business.ts'
export { seriesOf } from './statistics/series.ts'
export { unitsOf } from './records/write/statistics.ts'
export { dailySums, sumsPer, sumsToNow, type DailySums } from './statistics/sums.ts'
export { recount } from './statistics/recount.ts'
export { refuseWhileUsed } from './records/write/validation/problems.ts'
export type { Scope } from './records/write/transact.ts'
export { countContacts, countDisclosure } from './records/read/disclosures.ts'
export { afterRollback, compareMasked, contextOf, countNow } from './records/write/hooks.ts'
export { changeRecord, readBack } from './records/write/write.ts'
export { createLanguages, type Language } from './translations/answers.ts'
export { businessTexts, shippedLanguages, shippedTexts } from './translations/shippedTexts.ts'
export { defineServerKinds } from '../kinds/kinds.server.ts'
export { plainText, type ServerKind } from '../kinds/kind.server.ts'
