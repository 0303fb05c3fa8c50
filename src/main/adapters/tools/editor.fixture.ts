import { ConversationId } from '../../../shared/ids.ts'
import type { EditorAsk } from '../../runtime/ports/servers/editor-port.ts'
import { UnsavedText } from '../edits/unsaved-text.ts'

const CONVERSATION = ConversationId.parse('conversation')

/** An editor that shows the folder of a conversation. It answers at once, unless it is set to hang. */
export class Editor {
  readonly requests: EditorAsk[] = []
  /** Keyed by real path. */
  readonly held = new Map<string, string>()
  isHanging = false
  /** Simulates a running process in a sandbox. */
  isSandboxed = false
  readonly unsaved: UnsavedText
  readonly client = {}

  constructor(answerMs: number) {
    this.unsaved = new UnsavedText({
      rootOf: (id) => (id === 'sub-agent' ? CONVERSATION : id),
      nextId: () => `ask-${this.requests.length}`,
      sandboxedRuns: { watch: () => () => !this.isSandboxed, settled: () => Promise.resolve() },
      answerMs,
    })
    this.unsaved.offer(this.client, CONVERSATION, (ask) => {
      this.requests.push(ask)
      if (!this.isHanging) this.answer(ask)
    })
  }

  answer({ askId, path }: EditorAsk): void {
    this.unsaved.answer(this.client, askId, this.held.get(path) ?? null)
  }
}
