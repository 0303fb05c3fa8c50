// `npm run docs`: writes docs/protocol.md.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { protocolPage } from './protocol-page.ts'

writeFileSync(join(import.meta.dirname, '../../docs/protocol.md'), await protocolPage())
