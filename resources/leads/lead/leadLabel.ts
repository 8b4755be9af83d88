import { sentence, type Field } from '#schema'

import { lead } from './lead.ts'

const fields: Readonly<Record<string, Field>> = lead.fields

/** What a field of a lead is called. */
export const leadLabel = (name: string): string => fields[name]?.options.label ?? sentence(name)
