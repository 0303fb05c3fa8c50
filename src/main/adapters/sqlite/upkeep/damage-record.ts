import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { syncFolder, writeAtomically } from '../../data-folder/atomic-file.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

/** What belongs to a database: it goes where the database goes. */
const PARTS = ['', '-wal', '-shm'] as const

const DamageRecord = z.object({
  /** A sentence for people. */
  sentence: z.string(),
  /** The path that the damaged database is being renamed to; null: nobody has decided that yet. */
  movingTo: z.string().nullable(),
})
export type DamageRecord = z.infer<typeof DamageRecord>

function recordOf(file: string): string {
  return `${file}.damaged`
}

/** What an earlier life found wrong with the database: the next start looks at all of it before it opens it. Null: nothing. */
export function readDamage(file: string): DamageRecord | null {
  if (!existsSync(recordOf(file))) return null
  try {
    return DamageRecord.parse(JSON.parse(readRegular(recordOf(file)).toString()))
  } catch {
    // Whoever wrote it had a reason.
    return { sentence: `The database ${file} was found to be damaged.`, movingTo: null }
  }
}

/** Where it cannot be written the start finds the damage by itself, or later. */
export function recordDamage(file: string, record: DamageRecord): void {
  writeAtomically(recordOf(file), `${JSON.stringify(record)}\n`, 0o600)
}

export function forgetDamage(file: string): void {
  rmSync(recordOf(file), { force: true })
}

/**
 * Renames a damaged database with all that belongs to it, so that nothing writes over it, and answers its new path. A kill in between
 * is made good by `finishMove`. `at`: ms since 1970. Throws what the disk says.
 */
export function moveDamaged(file: string, sentence: string, at: number): string {
  const movingTo = freeName(file, at)
  recordDamage(file, { sentence, movingTo })
  movePartsTo(file, movingTo)
  return movingTo
}

/** Puts what was made into the place of a database that was moved away. Throws what the disk says. */
export function putInPlace(made: string, file: string): void {
  if (existsSync(file)) throw new Error(`${file} is still there`)
  renameSync(made, file)
  syncFolder(dirname(file))
  forgetDamage(file)
}

/** What a kill has left of a move. */
export function finishMove(file: string): void {
  const movingTo = readDamage(file)?.movingTo ?? null
  if (movingTo === null || dirname(movingTo) !== dirname(file)) return
  if (!basename(movingTo).startsWith(`${basename(file)}.corrupt-`)) return
  // The database goes first: once it is there, the rest is of the same move.
  if (existsSync(movingTo) || !existsSync(file)) movePartsTo(file, movingTo)
}

function movePartsTo(file: string, to: string): void {
  for (const part of PARTS) {
    if (existsSync(file + part) && !existsSync(to + part)) renameSync(file + part, to + part)
  }
  syncFolder(dirname(file))
}

function freeName(file: string, at: number): string {
  let name = `${file}.corrupt-${at}`
  for (let next = 1; isTaken(name); next++) name = `${file}.corrupt-${at}-${next}`
  return name
}

function isTaken(name: string): boolean {
  return PARTS.some((part) => existsSync(name + part))
}
