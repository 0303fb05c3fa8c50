import { Uploads as Good } from '../../src/main/runtime/commands/session/uploads.ts'

export type { FilePorts } from '../../src/main/runtime/commands/session/uploads.ts'

/** PLANTED BUG: a message is stored without a check that its images exist. */
export class Uploads extends Good {
  override whyNotKept(): null {
    return null
  }
}
