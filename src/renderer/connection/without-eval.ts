import { z } from 'zod'

/** Before any schema is built: zod would else probe for eval, which the content security policy reports. */
z.config({ jitless: true })
