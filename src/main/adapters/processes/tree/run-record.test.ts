import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationId, WorkId } from '../../../../shared/ids.ts'
import { temporaryFolder } from '../supervisor-fixture.ts'
import { createRunRecords, type RunRecord } from './run-record.ts'

const RECORD: RunRecord = {
  workId: 'w' as WorkId,
  conversationId: 'c' as ConversationId,
  runToken: '0123456789abcdef0123456789abcdef',
  bootId: 'b',
  command: 'sleep',
  since: 0,
  process: null,
}

test.skipIf(process.platform === 'win32')(
  'a record that cannot be read now is kept for a later start; a file that is no record is removed',
  () => {
    using data = temporaryFolder()
    const runs = join(data.path, 'runs')
    createRunRecords(data.path).begin(RECORD).complete(null)
    renameSync(join(runs, 'w.json'), join(runs, 'kept'))
    // A link to itself cannot be opened by anybody.
    symlinkSync('w.json', join(runs, 'w.json'))
    writeFileSync(join(runs, 'words.json'), 'no record')
    mkdirSync(join(runs, 'folder.json'))
    expect(createRunRecords(data.path).readAll()).toEqual([])
    expect(readdirSync(runs)).toEqual(['folder.json', 'kept', 'w.json'])
    rmSync(join(runs, 'w.json'))
    renameSync(join(runs, 'kept'), join(runs, 'w.json'))
    expect(createRunRecords(data.path).readAll()).toEqual([RECORD])
  },
)
