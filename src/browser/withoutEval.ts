import { config } from 'zod/mini'

// The content security policy refuses code that is made of text; zod would try it with each load to know.
config({ jitless: true })
