/** Offers a file as a browser download; Electron asks where to put it. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  saveAddress(name, address)
  // The download reads it after this tick.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** The same for what an address of this page stands for. */
export function saveAddress(name: string, address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
