import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { Place, Places } from '../../files/places.ts'
import type { Looked } from '../definition/file-tool.ts'

/** The part of a judged place that a reading call keeps. */
export type SeenPlace = Pick<Place, 'real' | 'reach'>

/** `subject`: the input field that names the place, unchanged. */
export async function lookAt(
  places: Places,
  folder: string,
  { path, subject }: { readonly path: string; readonly subject: string | null },
): Promise<Result<Looked<SeenPlace>, string>> {
  const place = await places.locate(folder, path)
  if (!place.ok) return place
  const { reach, real } = place.value
  return ok({ permitted: { action: 'read', subject, reach }, seen: { real, reach } })
}

/** Finds the place again, if it is still the one that was judged: a link may have been swapped in between. */
export async function stillAt(
  places: Places,
  folder: string,
  path: string,
  seen: SeenPlace,
): Promise<Result<Place, string>> {
  const place = await places.locate(folder, path)
  if (!place.ok) return place
  const { reach, real } = place.value
  return real === seen.real && reach === seen.reach
    ? place
    : failed(
        `Not run: ${path} now leads somewhere else than when the call was checked. Call it again.`,
      )
}
