// `npm run docs`: writes docs/protocol.md and the types of the client that tools use.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientTypes } from './client-types.ts'
import { protocolPage } from './protocol-page.ts'

const ROOT = join(import.meta.dirname, '../..')
writeFileSync(join(ROOT, 'docs/protocol.md'), await protocolPage())
writeFileSync(join(ROOT, 'resources/client/phoenix.d.ts'), await clientTypes())
