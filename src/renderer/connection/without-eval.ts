import * as z from '../../shared/schema.ts'

/** Before any schema is built: otherwise zod probes for eval, which the content security policy reports. */
z.config({ jitless: true })
