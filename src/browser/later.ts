// Parts for screens that load when they are opened: what `#browser` names comes with the first page.
export { ChangeTable } from './views/audit/ChangeTable.tsx'
export { useReverting } from './views/slots.ts'
export { placeholder, StatGrid, StatPage } from './views/dashboard/StatGrid.tsx'
export { changeText, clockText } from './views/dashboard/cardTexts.ts'
export { DateField } from './ui/fields/dates/DateField.tsx'
export { ScrollFrame } from './ui/ScrollFrame.tsx'
export { SteadyButton } from './ui/SteadyButton.tsx'
export { useFirstFocus } from './views/forms/FormErrors.tsx'
