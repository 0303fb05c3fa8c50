import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unreadable } from '../data-folder/unreadable.fixture.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createInstructionsPort } from './folder-instructions.ts'
import { foldersIn } from './missed-instructions.fixture.ts'

test.runIf(process.platform !== 'win32')(
  'the instructions of a folder that cannot be read are not taken for missing',
  () => {
    using ground = temporaryFolder()
    const [home, dataFolder, folder] = foldersIn(ground.path)
    writeFileSync(join(folder, 'AGENTS.md'), 'Use tabs.')
    using _ = unreadable(folder)
    const { fault } = createInstructionsPort({ home, dataFolder }).read(folder)
    expect(fault).toEqual({ name: 'AGENTS.md', why: 'notReadable' })
  },
)
