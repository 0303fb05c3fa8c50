import { config } from 'zod'

/** Before any schema is built: otherwise zod probes for eval, which the content security policy reports. */
config({ jitless: true })
