import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import * as z from '../../../../shared/schema.ts'
import type { Result } from '../../../../shared/result.ts'
import { syncFolder, writeAtomically } from '../../data-folder/atomic-file.ts'
import { readRegular } from '../../data-folder/regular-file.ts'

/** The suffixes of a database's files, which move together. */
const PARTS = ['', '-wal', '-shm'] as const

const DamageRecord = z.object({
  /** A sentence for people. */
  sentence: z.string(),
  /** The path that the damaged database is being renamed to; null: undecided. */
  movingTo: z.string().nullable(),
})
export type DamageRecord = z.infer<typeof DamageRecord>

function recordOf(file: string): string {
  return `${file}.damaged`
}

/**
 * The damage that an earlier run found: the next start checks the whole database before it opens it. Null if there is none.
 */
export function readDamage(file: string): DamageRecord | null {
  if (!existsSync(recordOf(file))) return null
  try {
    return DamageRecord.parse(JSON.parse(readRegular(recordOf(file)).toString()))
  } catch {
    // The record is unreadable, but there was a reason to write it.
    return { sentence: `The database ${file} was found to be damaged.`, movingTo: null }
  }
}

/** If this cannot be written, the start finds the damage by itself, or later. The error ends a sentence. */
export function recordDamage(file: string, record: DamageRecord): Result<null, string> {
  return writeAtomically(recordOf(file), `${JSON.stringify(record)}\n`, 0o600)
}

export function forgetDamage(file: string): void {
  rmSync(recordOf(file), { force: true })
}

/**
 * Renames a damaged database with all its files, so nothing overwrites it, and returns its new path. `undoMove` takes it back
 * if a kill prevents `putInPlace`. `at`: ms since 1970. Throws the disk's errors.
 */
export function moveDamaged(file: string, sentence: string, at: number): string {
  const movingTo = freeName(file, at)
  const recorded = recordDamage(file, { sentence, movingTo })
  if (!recorded.ok) throw new Error(recorded.error)
  moveParts(file, movingTo, PARTS)
  return movingTo
}

/** Puts the new database in the place of the one that was moved. Throws the disk's errors. */
export function putInPlace(made: string, file: string): void {
  if (existsSync(file)) throw new Error(`${file} is still there`)
  renameSync(made, file)
  syncFolder(dirname(file))
  forgetDamage(file)
}

/**
 * Takes a damaged database back that was moved and not replaced before a kill: what can be rescued is in it, and a person
 * chooses again.
 */
export function undoMove(file: string): void {
  const movingTo = readDamage(file)?.movingTo ?? null
  if (movingTo === null || dirname(movingTo) !== dirname(file)) return
  if (!basename(movingTo).startsWith(`${basename(file)}.corrupt-`)) return
  // The database moves last: while it is missing, a kill does no harm here either.
  if (!existsSync(file)) moveParts(movingTo, file, PARTS.toReversed())
}

function moveParts(from: string, to: string, parts: readonly string[]): void {
  for (const part of parts) {
    if (existsSync(from + part) && !existsSync(to + part)) renameSync(from + part, to + part)
  }
  syncFolder(dirname(from))
}

function freeName(file: string, at: number): string {
  let name = `${file}.corrupt-${at}`
  for (let next = 1; exists(name); next++) name = `${file}.corrupt-${at}-${next}`
  return name
}

function exists(name: string): boolean {
  return PARTS.some((part) => existsSync(name + part))
}
