export { defineBrowserKinds } from '../kinds/kinds.browser.ts'
export type { BrowserKind, ControlsKind, FilterOf } from '../kinds/kind.browser.ts'
export type { InputProps } from './ui/fields/textInputs.tsx'
export { textOn } from './ui/fields/ColorChip.tsx'
export { dayText, Moment, momentText } from './ui/fields/dates/dates.tsx'
export { CopyButton, copyText } from './ui/fields/CopyButton.tsx'
export { cut, RecordLink } from './ui/fields/cellText.tsx'
export { ColorChip } from './ui/fields/ColorChip.tsx'
export { OptionPicker, OptionsPicker } from './ui/fields/LazyOptionPicker.tsx'
export { useChoices } from './ui/fields/options.ts'
export { useMayPick } from './ui/fields/useOptions.ts'
export {
  memoize,
  listText,
  numberFormat,
  amountText,
  numberText,
  percentText,
  displayLocale,
  tagOf,
} from './client/i18n/formats.ts'
export { useHasRoute } from './views/screens/screens.tsx'
export { lazyScreen, useSettled } from './ui/states/Loading.tsx'
export { PageTitle } from './ui/PageTitle.tsx'
export { lazyPart } from './ui/states/lazyPart.tsx'
export { createPersistedState } from './client/storage/persisted.ts'
export { LanguageInput, PageSizeInput, ZoneInput } from './views/profile/profile.tsx'
export type { Icon } from './ui/icons.tsx'
export type { BusinessParts } from './frame/consoleOptions.ts'
export type { Screen } from './views/screens/screens.tsx'
export { useDeclaredPermissions } from './client/session/authProvider.ts'
export { useUser } from './client/session/user.ts'
export { useUnsaved } from './ui/unsaved.ts'
export { wholeListKey } from './client/options/lists.ts'
export { useStartAction, type ActionFormProps } from './views/actions/action.ts'
export { useFeatures } from './views/slots.ts'
export {
  type FollowFormProps,
  type RowActionProps,
  type TimelineEventProps,
  type Views,
  type ViewsByResource,
} from './views/resourceViews.ts'
export { Failed, Waiting } from './ui/states/StatePanels.tsx'
export { problemOf } from './client/http/problem.ts'
export { apiAddress } from './client/addresses/apiAddress.ts'
export { newRequestKey } from './client/http/requestKey.ts'
export { useResources } from './client/records/resources.ts'
export { ShowFields } from './views/show/LazyShowFields.tsx'
export { useApiQuery } from './client/records/useApiQuery.ts'
export { useProvider, type Answer, type Option } from './client/records/provider.ts'
export { useKeptText, useT } from './client/i18n/texts.ts'
export { actionsOf } from './client/records/permitted.ts'
export { shownValue } from '../kinds/kinds.browser.ts'
