/** A listener that throws would throw in a stream's handler, which ends Phoenix. */
export function guarded(onOutput: (text: string) => void): (text: string) => void {
  return (text) => {
    try {
      onOutput(text)
    } catch {
      // What the screen misses, the result still has.
    }
  }
}
