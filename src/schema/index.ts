export {
  anyone,
  both,
  can,
  either,
  lacks,
  nobody,
  operations,
  own,
  type Access,
  type Operation,
  type Rule,
  type User,
} from './access.ts'
export { checkResources } from './check.ts'
export {
  checkAll,
  ValueError,
  type Field,
  type FieldOptions,
  type Fields,
  type ImportContext,
  type Kind,
  type Operator,
  type ValueOf,
} from './field.ts'
export { field, kindNames, kindOf, type KindName } from './fields/index.ts'
export { countryCodes } from './fields/country.ts'
export { emailPattern } from './fields/email.ts'
export { betweenNumbers } from './fields/integer.ts'
export { phonePattern, plainPhone } from './fields/phone.ts'
export { searchWords, wholeValue, writeComparisons, type Comparison } from './compare.ts'
export { cleanLine } from './fields/text.ts'
export { asCondition, matches, type Condition, type Conditions, type Filter } from './filter.ts'
export { indexForm, mayFilter, maySort } from './indexed.ts'
export { iconNames, type IconName } from './icon.ts'
export { sentence } from './label.ts'
export {
  countedBy,
  fieldOf,
  permissionsOf,
  sectionsOf,
  systemFields,
  titleFields,
} from './lookup.ts'
export { QueryError } from './operand.ts'
export { periodNames, type PeriodName } from './period.ts'
export {
  countCap,
  offsetLimit,
  parseQuery,
  perPageLimit,
  searchLimit,
  type Query,
} from './query.ts'
export { hiddenOperand, redactedKeys, redactedSearch } from './redact.ts'
export { remediesOf, type Remedy } from './remedies.ts'
export {
  defineResource,
  defineResources,
  type ActionDeclaration,
  type ActionInput,
  type Actions,
  type ActionsOf,
  type Counted,
  type Declaration,
  type FormLayout,
  type InputOf,
  type PlainResource,
  type RecordOf,
  type Resource,
  type Routes,
} from './resource.ts'
export {
  countForms,
  createInterpreter,
  createPlural,
  filledIn,
  formsOf,
  messageGroup,
  messageName,
  placeholdersOf,
  type Interpreter,
  type Texts,
} from './texts.ts'
export { countryNeeded, nationalPhones } from './phoneCountry.ts'
export {
  schemaOf,
  validateChanges,
  validateNew,
  type FieldErrors,
  type Validation,
} from './validate.ts'
export {
  isMasked,
  isMaskedInFiles,
  mayRead,
  mayUnmask,
  mayWrite,
  readableNames,
  shown,
} from './visible.ts'
export { conditionsLimit, depthLimit } from './where.ts'
export { dayOn, daysAfter, localTime, momentsOf, timeShown, zoneNamed } from './zone.ts'
