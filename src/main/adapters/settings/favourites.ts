import type { SettingsChange } from '../../../shared/settings/settings.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'

const MOST = 200
const TOO_MANY = `Only ${MOST} models can be favourites. Remove one first.`

/** New ones stand at the end. Only what is named changes, so two windows never undo each other's. */
export function changedFavourites(
  saved: readonly string[],
  said: NonNullable<SettingsChange['favouriteModels']>,
): Result<string[], string> {
  const left = saved.filter((name) => said[name] !== false)
  const added = Object.keys(said).filter((name) => said[name] === true && !left.includes(name))
  const all = [...left, ...added]
  return all.length > MOST ? failed(TOO_MANY) : ok(all)
}
