import * as z from '../../../shared/schema.ts'

const KEY = 'phoenix.collapsed-folders'
/** The number of collapsed folders to remember: the ones collapsed last. */
const MOST = 200

const Saved = z.array(z.string())

export function savedCollapsed(): readonly string[] {
  try {
    return Saved.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

export function saveCollapsed(folders: readonly string[]): void {
  localStorage.setItem(KEY, JSON.stringify(folders.slice(-MOST)))
}
