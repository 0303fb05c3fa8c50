import { Uploads as Good } from '../../src/main/runtime/commands/session/uploads.ts'

export type { FilePorts } from '../../src/main/runtime/commands/session/uploads.ts'

/** PLANTED BUG: whether the images of a message are there is not looked at before it is stored. */
export class Uploads extends Good {
  override areKept(): boolean {
    return true
  }
}
