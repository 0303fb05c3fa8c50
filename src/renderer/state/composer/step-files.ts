import { MAX_ATTACHMENTS, type PreparedFile } from '../../../shared/messages/attachment.ts'
import { mentionedPaths } from '../../../client/words/mentions.ts'
import { type Composer, type ComposerFile, fileToBringBack } from './composer.ts'
import type { AddedFile } from './composer-event.ts'
import { type ComposerStep, moved, noted, withNotice } from './step.ts'

const TOO_MANY = `A message can have at most ${MAX_ATTACHMENTS} files. Attach the others to the next one.`

/** Added in order, after the existing ones. Those for which there is no space share a card. */
export function addFiles(composer: Composer, files: readonly AddedFile[]): ComposerStep {
  const space = MAX_ATTACHMENTS - composer.files.filter(({ type }) => type !== 'refused').length
  const folders = files.filter(({ isFolder }) => isFolder)
  const plain = files.filter(({ isFolder }) => !isFolder)
  const added: readonly ComposerFile[] = [
    ...folders.map(({ key, name }) => refusedFile(key, name, folderWords(name))),
    ...plain.slice(0, space).map(({ key, name }) => ({ key, name, type: 'preparing' }) as const),
    ...leftOver(plain.slice(space)),
  ]
  const next = { ...composer, files: [...composer.files, ...added] }
  return moved(withNotice(next, null))
}

function leftOver([first, ...others]: readonly AddedFile[]): readonly ComposerFile[] {
  if (first === undefined) return []
  const name = others.length === 0 ? first.name : `${first.name} and ${others.length} more`
  return [refusedFile(first.key, name, TOO_MANY)]
}

function refusedFile(key: string, name: string, reason: string): ComposerFile {
  return { key, name, type: 'refused', reason }
}

export function filePrepared(
  composer: Composer,
  key: string,
  prepared: PreparedFile,
): ComposerStep {
  if (composer.removed.some(({ file }) => file.key === key)) {
    const removed = composer.removed.flatMap((each) => {
      if (each.file.key !== key) return [each]
      return prepared.type === 'ready' ? [{ ...each, file: withPrepared(each.file, prepared) }] : []
    })
    return noted({ ...composer, removed })
  }
  const files = composer.files.map((each) =>
    each.key === key ? withPrepared(each, prepared) : each,
  )
  return moved({ ...composer, files })
}

function withPrepared({ key, name }: ComposerFile, prepared: PreparedFile): ComposerFile {
  return { ...prepared, key, name: prepared.type === 'ready' ? prepared.attachment.name : name }
}

/** A file that the text only names has no card, and nothing brings one back. */
export function leaveFileOut(composer: Composer, key: string): ComposerStep {
  const files = composer.files.filter((each) => each.key !== key)
  const removed = composer.removed.filter(({ file }) => file.key !== key)
  return moved({ ...composer, files, removed })
}

/** Undo brings it back, unless it was refused. */
export function removeFile(composer: Composer, key: string): ComposerStep {
  const { text } = composer
  const at = composer.files.findIndex((each) => each.key === key)
  const file = composer.files[at]
  const own = composer.pasted?.key === key ? composer.pasted : null
  const removed =
    file !== undefined && file.type !== 'refused'
      ? [...composer.removed, { file, at, text, pasted: own }]
      : composer.removed
  const files = composer.files.filter((each) => each.key !== key)
  return moved({ ...composer, files, pasted: own === null ? composer.pasted : null, removed })
}

export function bringBackFile(composer: Composer): ComposerStep {
  const last = fileToBringBack(composer)
  if (last === null) return noted(composer)
  return moved({
    ...composer,
    files: composer.files.toSpliced(last.at, 0, last.file),
    pasted: last.pasted ?? composer.pasted,
    removed: composer.removed.slice(0, -1),
  })
}

/** A file that the text named and no longer names leaves with its name. */
export function withoutUnnamed({ files, text }: Composer, next: string): readonly ComposerFile[] {
  if (files.length === 0) return files
  const named = mentionedPaths(next)
  const gone = new Set(mentionedPaths(text).filter((path) => !named.includes(path)))
  return gone.size === 0 ? files : files.filter(({ name }) => !gone.has(name))
}

/**
 * Moves a long text that was pasted as a file back to where it was pasted, and removes the file. A Send that waits for
 * it is cancelled.
 */
export function unpack(composer: Composer): ComposerStep {
  const { pasted, text } = composer
  if (pasted === null) return moved(composer, [])
  const at = Math.min(pasted.at, text.length)
  return moved({
    ...removeFile(composer, pasted.key).composer,
    removed: composer.removed,
    text: text.slice(0, at) + pasted.text + text.slice(at),
    caret: at + pasted.text.length,
    waitingSend: null,
  })
}

function folderWords(name: string): string {
  return `${name} is a folder. Attach files from it, or type its path: the agent can look into it.`
}
