import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { FolderPort } from '../ports/file-ports.ts'

interface LookPorts {
  readonly folders: Pick<FolderPort, 'look'>
  live(): Iterable<ConversationRuntime>
}

/** Tells the screen whether folders exist; whatever starts a turn checks for itself. */
export class FolderLook {
  readonly #gone = new Set<string>()
  readonly #ports: LookPorts

  constructor(ports: LookPorts) {
    this.#ports = ports
  }

  /** Returns the result of the last check. */
  isGone(folder: string): boolean {
    return this.#gone.has(folder)
  }

  /** Checks the folder, and notifies the clients of its conversations if it changed. */
  look(folder: string): void {
    void this.#lookAt(folder)
  }

  /** Updates the clients after the conversation's folder was changed. */
  moved({ record, feed }: ConversationRuntime): void {
    const { folder } = record.stored
    feed.publish({ type: 'conversation.folder', isGone: this.isGone(folder) })
    this.look(folder)
  }

  async #lookAt(folder: string): Promise<void> {
    const isGone = await this.#ports.folders.look(folder)
    if (isGone === null || isGone === this.isGone(folder)) return
    if (isGone) this.#gone.add(folder)
    else this.#gone.delete(folder)
    for (const { record, feed } of this.#ports.live()) {
      if (record.stored.folder === folder) feed.publish({ type: 'conversation.folder', isGone })
    }
  }
}
