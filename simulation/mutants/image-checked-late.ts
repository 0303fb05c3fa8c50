import { FileDesk as Desk } from '../../src/main/runtime/commands/file-desk.ts'

export type { FilePorts } from '../../src/main/runtime/commands/file-desk.ts'

/** PLANTED BUG: whether the images of a message are there is not looked at before it is stored. */
export class FileDesk extends Desk {
  override areKept(): boolean {
    return true
  }
}
