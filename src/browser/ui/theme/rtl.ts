import createCache from '@emotion/cache'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'

/** Styles with left and right changed, for scripts that run from right to left. */
export const mirrored = createCache({ key: 'rtl', stylisPlugins: [prefixer, rtlPlugin] })
