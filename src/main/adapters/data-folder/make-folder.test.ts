import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CallId, type ConversationId, type WorkId } from '../../../shared/ids.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'
import { openEditIntents } from '../edits/edit-intents.ts'
import { openKeptFiles } from '../edits/kept-files.ts'
import { openTemporaries } from '../edits/temporaries.ts'
import { createHeldFiles } from '../imports/held-files.ts'
import { openKeptOutputs } from '../outputs/kept-outputs.ts'
import { createOutputPipePool } from '../processes/spawn/output-pipes.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createRunRecords, type RunRecord } from '../processes/tree/run-record.ts'
import { openWorktreeRecords } from '../worktrees/worktree-records.ts'

const CALL = CallId.parse('m1.0')
const RUN = {
  workId: 'w1' as WorkId,
  conversationId: 'c1' as ConversationId,
  runToken: '0'.repeat(32),
  bootId: 'b',
  command: 'make',
  since: 0,
  process: null,
} as RunRecord

/** What begins as long as the data folder is there, and uses it when it is gone. */
const WRITERS: Readonly<Record<string, (dataFolder: string) => () => unknown>> = {
  'a blob': (dataFolder) => {
    const blobs = openBlobFiles(dataFolder)
    return () => blobs.keep(Buffer.from('x'))
  },
  'a blob of this tick': (dataFolder) => {
    const blobs = openBlobFiles(dataFolder)
    return () => blobs.keepNow(Buffer.from('x'))
  },
  'the old content of a file': (dataFolder) => {
    const kept = openKeptFiles(dataFolder)
    return () => kept.keepAll([Buffer.from('x')])
  },
  'the note of a temporary file': (dataFolder) => {
    const temporaries = openTemporaries(dataFolder)
    return () => temporaries.note(['/a'])
  },
  'what a call is about to write': (dataFolder) => {
    const intents = openEditIntents(dataFolder)
    return () => intents.note(CALL, [])
  },
  'a file that is sent to be imported': (dataFolder) => {
    const held = createHeldFiles(join(dataFolder, 'imports'))
    return () => held.hold()
  },
  'the output of a call': (dataFolder) => {
    const outputs = openKeptOutputs(dataFolder)
    return () => {
      const keeping = outputs.begin(CALL)
      keeping.take({ file: null, bytes: Buffer.from('\u001B[31mred') })
      keeping.end(2)
      return outputs.read(CALL, null)
    }
  },
  'the pipes of a command': (dataFolder) => {
    const pool = createOutputPipePool(join(dataFolder, 'pipes'))
    return () => pool.take()
  },
  'the record of a run': (dataFolder) => {
    const records = createRunRecords(dataFolder)
    return () => expect(() => records.begin(RUN)).toThrow('ENOENT')
  },
  'the records of worktrees': (dataFolder) => () => openWorktreeRecords(dataFolder),
}

test.each(Object.entries(WRITERS))(
  '%s does not make a data folder again that was moved away',
  async (_, begin) => {
    const folder = temporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    const dataFolder = join(folder.path, 'phoenix')
    mkdirSync(dataFolder)
    const use = begin(dataFolder)
    renameSync(dataFolder, `${dataFolder}-moved`)
    await use()
    expect(existsSync(dataFolder)).toBe(false)
  },
)
