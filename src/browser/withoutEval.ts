import { z } from 'zod'

// The content security policy refuses code that is made of text; zod would try it with each load to know.
z.config({ jitless: true })
