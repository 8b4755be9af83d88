import type { Feature } from '../../browser/views/slots.ts'
import { SearchButton } from './SearchButton.tsx'

/** Finds records, screens and actions from everywhere. */
export const palette: Feature = { HeaderTool: SearchButton }
