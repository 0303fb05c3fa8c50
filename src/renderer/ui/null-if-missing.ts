/** Null: a part of the page that this imports could not be loaded, as after an update. */
export async function nullIfMissing<Value>(
  load: () => Value | Promise<Value>,
): Promise<Value | null> {
  try {
    return await load()
  } catch {
    return null
  }
}
