import * as z from '../../../shared/schema.ts'
import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.collapsed-folders'
/** The number of collapsed folders to remember: the ones collapsed last. */
const MOST = 200

const Saved = z.array(z.string())

export function savedCollapsed(): readonly string[] {
  try {
    return Saved.parse(JSON.parse(keptForAll.getItem(KEY) ?? '[]'))
  } catch {
    return []
  }
}

export function saveCollapsed(folders: readonly string[]): void {
  keptForAll.setItem(KEY, JSON.stringify(folders.slice(-MOST)))
}
