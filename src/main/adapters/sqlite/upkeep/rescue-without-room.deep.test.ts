import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { append, user } from '../../../runtime/fakes/contracts/store-samples.ts'
import { createSqliteStore } from '../store.ts'
import { backupFolder } from './backup-files.ts'
import { makeBackup } from './make-backup.ts'
import { freshFile, NOW, written } from './upkeep.fixture.ts'

/** Rescues in a process whose files cannot grow beyond this (KB), as on a disk that is nearly full. */
function rescuedWithin(file: string, most: number): unknown {
  const order = { file, backupFolder: backupFolder(dirname(file)), into: `${file}.rescued` }
  const code = `
    import { rescue } from ${JSON.stringify(new URL('./rescue.ts', import.meta.url).href)}
    process.on('SIGXFSZ', () => undefined)
    console.log(JSON.stringify(rescue(${JSON.stringify(order)})))
  `
  const node = [process.execPath, '--no-warnings', '--input-type=module', '--eval', code]
  const args = ['-c', 'ulimit -f "$1"; shift; exec "$@"', 'bash', String(most), ...node]
  return JSON.parse(execFileSync('bash', args, { encoding: 'utf8' }))
}

/** A text that packing makes hardly smaller. */
function noise(): string {
  return Array.from({ length: 9_000 }, () => Math.random()).join(' ')
}

test.runIf(process.platform !== 'win32')(
  'without room for the newest backup a rescue fails, instead of falling back to an older one',
  async () => {
    const file = freshFile()
    const db = written(file, 10)
    const folder = backupFolder(dirname(file))
    await makeBackup(file, folder, NOW)
    const store = createSqliteStore(db, { warn: () => {} })
    for (let n = 11; n <= 30; n++) append(store, { messages: [user(`m${n}`, noise())], at: n })
    await makeBackup(file, folder, NOW + 1)
    db.close()
    writeFileSync(file, 'no database'.repeat(1000))
    expect(rescuedWithin(file, 1_000)).toMatchObject({ ok: false })
    expect(rescuedWithin(file, 100_000)).toMatchObject({ ok: true, value: { backupAt: NOW + 1 } })
  },
)
