import ErrorOutlineIcon from '@mui/icons-material/ErrorOutline'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { memo, use, useId, useMemo } from 'react'
import { useFormState, useWatch } from 'react-hook-form'

import { isVisible } from '#schema'

import { useNames, useT } from '../../client/i18n/texts.ts'
import { useAddressTab } from '../useAddressTab.ts'
import { useHeadingOf } from '../useHeadingOf.ts'
import { BesideFormContext } from './besideForm.ts'
import { FormFields, isConditional, type FieldsProps } from './fields/FormFields.tsx'
import { typedRecord } from './values/formValues.ts'
import type { FormSection } from './values/formSections.ts'
import english from '../../../texts/en/records.json'

interface FormTab {
  readonly label: string
  readonly sections: readonly FormSection[]
  /** Of its fields, in order. */
  readonly names: readonly string[]
}

/** The inputs of a long form, a tab at a time. All are there: what is typed in one stays, and is checked with the others. */
export function FormTabs(props: FieldsProps) {
  const tabs = useVisibleTabs(props)
  const [current, choose] = useCurrentTab(tabs)
  const base = useId()
  const idOf = (part: string, { names }: FormTab) => `${base}${part}${names[0]}`
  return (
    <>
      <Strip {...{ tabs, current, choose, idOf }} label={useNames(props.resource).one} />
      {tabs.map((tab) => (
        <Box
          key={tab.names[0]}
          role="tabpanel"
          id={idOf('panel', tab)}
          aria-labelledby={idOf('tab', tab)}
          hidden={tab !== current}
        >
          <Inputs {...props} form={props.sections} sections={tab.sections} tab={tab.label} />
        </Box>
      ))}
    </>
  )
}

/** Those of another tab are not drawn again. */
const Inputs = memo(FormFields)

interface StripProps {
  tabs: readonly FormTab[]
  current: FormTab | undefined
  label: string
  choose(name: string): void
  idOf(part: string, tab: FormTab): string
}

/** The tabs themselves, each with a mark while something in it is wrong. */
function Strip({ tabs, current, label, choose, idOf }: StripProps) {
  const t = useT(english)
  const { errors } = useFormState()
  const beside = use(BesideFormContext)
  return (
    <Tabs
      value={beside?.open?.name ?? current?.names[0] ?? false}
      onChange={(_event, name: string) => choose(name)}
      aria-label={label}
      variant="scrollable"
      sx={{ mb: 2.5, borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map((tab) => {
        const count = tab.names.filter((name) => errors[name]).length
        return (
          <Tab
            key={tab.names[0]}
            value={tab.names[0]}
            id={idOf('tab', tab)}
            aria-controls={idOf('panel', tab)}
            label={
              <Box sx={labelStyle}>
                {tab.label}
                {count > 0 && (
                  <ErrorOutlineIcon
                    color="error"
                    fontSize="small"
                    titleAccess={t('need_attention', { count })}
                  />
                )}
              </Box>
            }
          />
        )
      })}
      {beside?.tabs.map((tab) => (
        <Tab
          key={tab.name}
          value={tab.name}
          id={beside.idOf('tab', tab)}
          aria-controls={beside.idOf('panel', tab)}
          label={tab.label}
        />
      ))}
    </Tabs>
  )
}

const labelStyle = { display: 'flex', alignItems: 'center', gap: 0.75 }

/** The declared tabs with something in them that this user may see of this record. */
function useVisibleTabs({ resource, sections, record }: FieldsProps): readonly FormTab[] {
  const tabs = useDeclaredTabs(resource, sections)
  const fields = sections.flatMap((section) => section.fields)
  const fieldsOf = (tab: FormTab) => tab.sections.flatMap((section) => section.fields)
  const isSteady = tabs.every((tab) => fieldsOf(tab).some((one) => !isConditional(one)))
  const typed = useWatch({ disabled: isSteady })
  if (isSteady) return tabs
  const values = typedRecord(fields, typed, record)
  return tabs.filter((tab) => fieldsOf(tab).some(({ field }) => isVisible(field, values)))
}

function useDeclaredTabs(
  resource: FieldsProps['resource'],
  sections: readonly FormSection[],
): readonly FormTab[] {
  const headingOf = useHeadingOf(resource)
  const hosts = Object.entries(resource.formTabs ?? {}).flatMap(([host, guests]) =>
    guests.map((guest) => [headingOf(guest), headingOf(host)]),
  )
  const text = JSON.stringify(hosts)
  return useMemo(() => {
    const hostOf = new Map<string, string>(JSON.parse(text))
    const tabOf = ({ heading }: FormSection) => hostOf.get(heading) ?? heading
    return [...new Set(sections.map(tabOf))].map((label) => {
      const own = sections.filter((section) => tabOf(section) === label)
      const names = own.flatMap(({ fields }) => fields.map(({ name }) => name))
      return { label, sections: own, names }
    })
  }, [text, sections])
}

/**
 * The tab that is open, which the address keeps by a field of it; the first unless it names one. None while a tab beside
 * the form is.
 */
function useCurrentTab(tabs: readonly FormTab[]) {
  const own = useAddressTab()
  const beside = use(BesideFormContext)
  const [name, choose] = beside ? [beside.current, beside.choose] : own
  const current = tabs.find(({ names }) => names.includes(name)) ?? tabs[0]
  return [beside?.open ? undefined : current, choose] as const
}
