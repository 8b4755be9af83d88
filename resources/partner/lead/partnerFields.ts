import { restrictedFields } from '../../leads/lead/businessFields.ts'
import { importFields } from '../../leads/lead/leadViews.ts'

/** What only staff decide. */
const ofStaff: ReadonlySet<string> = new Set(['tags', 'not_available_till'])

/** What partners may say of a lead: the names of product.md 3.3, written as in a file that is imported. */
export const partnerFields = importFields.filter((name) => !ofStaff.has(name))

/** Taken from departments alone that may send them (product.md 8.2). */
export const isRestricted = (name: string): boolean => Object.hasOwn(restrictedFields, name)
