type Transfer = Pick<DataTransfer, 'types' | 'files' | 'getData'>

/** While something is dragged, only its kinds are known. */
export function holdsFiles({ types }: Pick<Transfer, 'types'>): boolean {
  return types.includes('Files')
}

/** The files of a paste. Where there is text beside them, a table copied with its picture say, the text is what was meant. */
export function filesOf(transfer: Transfer): readonly File[] {
  return transfer.getData('text/plain') === '' ? [...transfer.files] : []
}
