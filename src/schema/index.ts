export {
  anyone,
  both,
  can,
  fieldOf,
  reachedBy,
  reachedOf,
  either,
  isMask,
  labelKey,
  isHidden,
  isMasked,
  isObject,
  ownValue,
  isSecret,
  isMaskedInFiles,
  mayRead,
  createUserCache,
  mayReadSome,
  readRule,
  mayUnmask,
  mayWrite,
  readableNames,
  shown,
  lacks,
  nobody,
  operations,
  own,
  type Access,
  type Operation,
  type Rule,
  type User,
  systemFields,
} from './access.ts'
export { memoizeByObject } from './memoize.ts'
export { groupBy } from './groupBy.ts'
export { mapValues } from './mapValues.ts'
export { checkResources } from './check/check.ts'
export {
  defineKind,
  plainField,
  type ImportContext,
  type Kind,
  type Operator,
} from '../kinds/kind.ts'
export { checkAll, ValueError } from '../kinds/valueError.ts'
export type { Field, FieldOptions, Fields, ValueOf } from '../kinds/field.ts'
export type { ChildRows, Derivation } from '../kinds/derivation.ts'
export { count, sum, yearsSince } from '../kinds/derived.ts'
export {
  field,
  kindNames,
  kindOf,
  targetOf,
  type FieldOf,
  type KindName,
  defineKinds,
  type Kinds,
  type OwnField,
} from '../kinds/kinds.ts'
export { countryCodes } from '../kinds/country/country.ts'
export { emailPattern, normalise as normaliseEmail } from '../kinds/email/email.ts'
export { betweenNumbers } from '../kinds/integer/integer.ts'
export { phonePattern, plainPhone } from '../kinds/phone/phone.ts'
export { ownSearched, searchedFields, searchedReferences } from './query/searched.ts'
export {
  closedNames,
  searchWords,
  searchedValue,
  wholeValue,
  writeComparisons,
  type Comparison,
} from './query/compare.ts'
export { isTaken, type FileValue } from '../kinds/file/file.ts'
export { cleanLine, plainText } from '../kinds/take.ts'
export { typeMessage, valueSchema } from '../kinds/take.ts'
export {
  asCondition,
  hasPaths,
  matches,
  namesInRule,
  type Condition,
  type Conditions,
  type Filter,
} from './query/filter.ts'
export {
  actionNamed,
  actionRule,
  isOnList,
  readSum,
  parentField,
  relatedOf,
  seesCard,
  sectionsOf,
  isMoment,
  isKnown,
  isInHistory,
  isTemplate,
  titleColumnFields,
  titleFields,
  titleText,
  actionEnd,
} from './query/lookup.ts'
export { lineKey, uniqueGroup } from './fields/fieldNames.ts'
export { countryByPhone, countryNeeded, nationalPhones, phonePlaces } from './query/phonePlaces.ts'
export {
  indexForm,
  isSparseOrder,
  sparseAmong,
  isFromFunction,
  isSortable,
  isStored,
  countedFields,
  mayFilter,
  treeOf,
  maySort,
} from './query/indexed.ts'
export { filtersMeant, rangedBy } from './query/storedFilters.ts'
export { searchForm } from './query/searched.ts'
export { cardSum, periods, type DeclaredSum, type DeclaredCard, type Period } from './cards.ts'
export { permissionsMade, permissionsOf, readIn } from './permissions.ts'
export { viewRule, type DeclaredView } from './views.ts'
export { related, type Related } from './related.ts'
export { childRows, joined } from './query/joined.ts'
export { extend } from './extend.ts'
export { meant } from './check/meant.ts'
export { throwAll, untilBroken } from './check/throwAll.ts'
export { labelOf, sentence, singular } from './texts/label.ts'
export { iconNames, type IconName } from './texts/iconNames.ts'
export { factsOfFields } from './fields/factsOfFields.ts'
export {
  guessMapping,
  type ColumnLabels,
  importableNames,
  importForm,
  duplicateActions,
  duplicateActionsOf,
  type DuplicateAction,
  importModes,
  importModesOf,
  lackingColumns,
  makesRecords,
  mayJoin,
  missingFields,
  ownColumns,
  reportColumns,
  type ImportMode,
  type Mapping,
} from './imports/importMapping.ts'
export { mayName, namedBy, QueryError, suffixes } from './query/operand.ts'
export { isDay } from '../kinds/date/date.ts'
export { daysOf, periodNames, type PeriodName } from '../kinds/date/period.ts'
export {
  countCap,
  offsetLimit,
  parseQuery,
  perPageLimit,
  searchLimit,
  type Query,
} from './query/query.ts'
export { hiddenOperand, redactedKeys, redactedSearch } from './redact.ts'
export { remediesOf, type Remedy } from './remedies.ts'
export type {
  ActionAnswer,
  ActionInput,
  ActionsOf,
  InputOf,
  RecordOf,
  SqlFieldOf,
  TransitionOf,
} from './recordTypes.ts'
export type { ActionDeclaration, Actions, MediaType } from './actions.ts'
export {
  defineResource,
  defineResources,
  hasList,
  type PlainResource,
  type Resource,
} from './resource.ts'
export { type Declaration, type JobDeclaration, type Routes } from './declaration.ts'
export { type ImportOutcomes } from './imports/importDeclaration.ts'
export type { FormLayout, ShowLayout, RecordShape, UniqueFields } from './fields/fieldNames.ts'
export { isNeeded, isVisible, refusedBy, watched, checkKey } from './checks.ts'
export {
  currentUser,
  fixedDefault,
  from,
  initialValue,
  isPreset,
  presetFrom,
  today,
} from './query/preset.ts'
export { isPossible, stateAfter, type Moves } from './states.ts'
export { messageMark, messageOf, readMessage, type Texts } from './texts/message.ts'
export {
  countForms,
  createPlural,
  pluralIndex,
  type KeyOf,
  formsOf,
  countOf,
  shortenedMessage,
  MessageError,
  messageName,
  renderMessage,
  placeholdersOf,
  filledIn,
} from './texts/texts.ts'
export {
  schemaOf,
  validateChanges,
  validateNew,
  type FieldErrors,
  type Validation,
} from './validate.ts'
export { conditionsLimit, depthLimit } from './query/where.ts'
export {
  changeOfClocks,
  dayOn,
  daysAfter,
  localTime,
  momentsOf,
  timeShown,
  yearsBetween,
  zoneNamed,
} from '../kinds/date/zone.ts'
export { createMsg } from '../texts/msg.ts'
