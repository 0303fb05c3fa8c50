import type { LocalFile } from '../../../client/files/upload.ts'

type Transfer = Pick<DataTransfer, 'types' | 'files' | 'getData'>

/** During a drag only the kinds are known. */
export function holdsFiles({ types }: Pick<Transfer, 'types'>): boolean {
  return types.includes('Files')
}

/** The files of a paste. If there is also text, for example a table copied with its picture, the text was meant. */
export function filesOf(transfer: Transfer): readonly File[] {
  return transfer.getData('text/plain') === '' ? [...transfer.files] : []
}

interface DroppedItem extends Pick<DataTransferItem, 'kind' | 'getAsFile'> {
  webkitGetAsEntry?(): { readonly isDirectory: boolean } | null
}

/** The dropped files: a folder looks like a file until it is read. */
export function droppedFiles(items: Iterable<DroppedItem>): readonly LocalFile[] {
  return [...items].flatMap((item): LocalFile[] => {
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (file === null) return []
    const isFolder = item.webkitGetAsEntry?.()?.isDirectory === true
    return [isFolder ? Object.assign(file, { isFolder }) : file]
  })
}
