/** Offers a file as a browser download; Electron asks where to put it. */
export function saveFile(name: string, parts: readonly string[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads it after this tick.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
