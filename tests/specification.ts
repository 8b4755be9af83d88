import { access } from './specification/access.ts'
import { calls } from './specification/calls.ts'
import { beyond } from './specification/console.ts'
import { entities } from './specification/entities.ts'
import { errors } from './specification/errors.ts'
import { inputs } from './specification/inputs.ts'
import { limits } from './specification/limits.ts'
import { product } from './specification/product.ts'
import type { Lines } from './specification/line.ts'
import { frame, routeTable, screens } from './specification/screens.ts'
import { quality, staff } from './specification/staff.ts'
import { clientState, transitions } from './specification/states.ts'

/** What is asked of the console, line by line, and the tests that prove each line. */
export const specification = {
  '1. What the product does and for whom': product,
  '2. Screens and routes: the route table': routeTable,
  '2. Screens and routes: screens': screens,
  '2. Screens and routes: layout': frame,
  '3. Entities and their fields': entities,
  '3. Entities and their fields: client state': clientState,
  '4. States and transitions': transitions,
  '5. Validation rules': inputs,
  '6. Roles and permissions': access,
  '7. Calls': calls,
  '8. Error catalogue': errors,
  '9. Business constants and limits': limits,
  'Beyond the words of the specification': beyond,
  'What staff expect': staff,
  'How good it is': quality,
} satisfies Readonly<Record<string, Lines>>
