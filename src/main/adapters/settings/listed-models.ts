import type { SettingsChange } from '../../../shared/settings/settings.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'

const MOST_FAVOURITES = 200
const MOST_HIDDEN = 2_000
const TOO_MANY_FAVOURITES = `Only ${MOST_FAVOURITES} models can be favourites. Remove one first.`
const TOO_MANY_HIDDEN = `Only ${MOST_HIDDEN} models can be hidden. Show one again first.`

export function changedFavourites(
  saved: readonly string[],
  change: NonNullable<SettingsChange['favouriteModels']>,
): Result<string[], string> {
  const all = changedNames(saved, change)
  return all.length > MOST_FAVOURITES ? failed(TOO_MANY_FAVOURITES) : ok(all)
}

export function changedHidden(
  saved: readonly string[],
  change: NonNullable<SettingsChange['hiddenModels']>,
): Result<string[], string> {
  const all = changedNames(saved, change)
  return all.length > MOST_HIDDEN ? failed(TOO_MANY_HIDDEN) : ok(all)
}

/** Appends new names. Only the given names change, so two windows never undo each other's changes. */
function changedNames(
  saved: readonly string[],
  change: Readonly<Record<string, boolean>>,
): string[] {
  const left = saved.filter((name) => change[name] !== false)
  const added = Object.keys(change).filter((name) => change[name] === true && !left.includes(name))
  return [...left, ...added]
}
