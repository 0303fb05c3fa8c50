import type { AppErrorCode } from '../../../shared/app-error.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'

/** The most folders that `folder.complete` returns. */
export const MOST_SHOWN = 50

/** Without separators at its end; the root keeps one. */
export function withoutEnd(folder: string): string {
  return folder.slice(0, 1) + trimEndOf(folder.slice(1), '/\\')
}

/** The path of the folder itself, so completion offers its contents. */
export function asFolder(folder: string): string {
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/'
  return /[\\/]$/u.test(folder) ? folder : folder + separator
}

/** The parent folder; null: it has none. */
export function parentFolder(folder: string): string | null {
  const bare = withoutEnd(folder)
  const cut = Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\'))
  if (cut < 0 || bare.length === 1) return null
  const parent = bare.slice(0, cut)
  // The root and a Windows drive keep their separator.
  return parent === '' || parent.endsWith(':') ? bare.slice(0, cut + 1) : parent
}

/** The last part of the path. */
export function baseName(folder: string): string {
  const bare = withoutEnd(folder)
  const cut = Math.max(bare.lastIndexOf('/'), bare.lastIndexOf('\\'))
  return bare.slice(cut + 1) || bare
}

/**
 * True if a refused start is about the folder itself. `inWorktree`: a worktree was asked for, which refuses folders
 * without a repository.
 */
export function isOfFolderField(code: AppErrorCode, inWorktree: boolean): boolean {
  if (code === 'folderMissing' || code === 'folderNotReadable') return true
  return code === 'folderRefused' && !inWorktree
}
