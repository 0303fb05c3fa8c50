import { assertNever } from '../../../../shared/assert-never.ts'
import { sizeOfText } from '../../../../shared/size-of-text.ts'
import type { Prunable, StorageSizes } from '../../../../shared/storage/storage-sizes.ts'

/** One kind of data, its size, and a note for the person. */
export interface SizeLine {
  readonly name: string
  readonly size: string
  readonly note: string
  /** Null: it is removed with its conversations, or automatically. */
  readonly prunes: Prunable | null
}

/** Smaller sizes are not mentioned (bytes). */
const LITTLE = 1_048_576

export function linesOf(sizes: StorageSizes): readonly SizeLine[] {
  const { backups, database, files, free, index, outputs, undo, unpacked } = sizes
  const room = free < LITTLE ? '' : ` ${sizeOfText(free)} of it is free and will be used first.`
  const old =
    unpacked === 0
      ? ''
      : ` ${sizeOfText(unpacked)} is in an older version’s format: it is compressed while you work, and after a restart.`
  return [
    line(
      'Conversations',
      database,
      `${sizeOfText(index)} of it is the search index.${room}${old}`,
      null,
    ),
    line(
      'Images and files',
      files,
      'Each is removed with the last conversation that uses it.',
      'unused',
    ),
    line(
      'Full outputs',
      outputs,
      'Everything that commands printed, in colour. Above 1 GB the oldest are removed.',
      'outputs',
    ),
    line(
      'For undo',
      undo,
      'The content of files before the agent changed them. Above 512 MB the oldest is removed.',
      'undo',
    ),
    line('Backups', backups, 'The last three are kept.', null),
  ]
}

function line(name: string, bytes: number, note: string, prunes: Prunable | null): SizeLine {
  return { name, size: sizeOfText(bytes), note, prunes: bytes === 0 ? null : prunes }
}

/** The words of the button that removes it, without the dots that announce a question. */
export function removalOf(line: SizeLine): string {
  return `Remove ${line.prunes === 'unused' ? 'unused ' : ''}${line.name.toLowerCase()}`
}

/** Says how much a removal freed. */
export function resultOf(what: Prunable, before: StorageSizes, after: StorageSizes): string {
  const key = what === 'unused' ? 'files' : what
  const freed = Math.max(0, before[key] - after[key])
  if (what === 'unused' && freed === 0) return 'Nothing is unused.'
  return `${sizeOfText(freed)} removed.`
}

/** The question before a removal, with its consequences. */
export function questionOf(what: Prunable, size: string): string {
  switch (what) {
    case 'outputs':
      return `Remove ${size} of full outputs? Conversations keep what the agent read of them: the beginning and the end. The rest and its colours are lost.`
    case 'undo':
      return `Remove ${size} kept for undo? You will no longer be able to undo what the agent has changed so far. The files stay as they are.`
    case 'unused':
      return 'Remove images and files that no message and no draft uses, such as those you attached and took out again? Conversations keep everything they show. What was attached in the last 24 hours stays.'
    default:
      return assertNever(what)
  }
}

/** The total of conversations not listed. */
export function sentenceOfOthers({ others }: StorageSizes): string {
  const { bytes, count } = others
  if (count === 0) return ''
  if (count === 1) return `One other conversation takes ${sizeOfText(bytes)}.`
  return `${count.toLocaleString('en')} others take ${sizeOfText(bytes)} together.`
}
