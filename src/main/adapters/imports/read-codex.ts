import type { ReadSession } from '../../runtime/ports/import-port.ts'
import {
  blocksIn,
  type Json,
  jsonIn,
  jsonLines,
  parseJson,
  textIn,
  timeIn,
} from './foreign-json.ts'
import { type SessionImage, SessionWriter } from './session-writer.ts'

/** Text that Codex itself sends to the model as the user. */
const OWN_WORDS =
  /^\s*(<(environment_context|user_instructions|permissions|skills?|turn_aborted|INSTRUCTIONS|user_shell_command|subagent_notification)|# AGENTS\.md instructions)/
const DATA_URL = /^data:[^;,]+;base64,(.*)$/s

/**
 * Reads a session of the Codex CLI (~/.codex/sessions/YEAR/MONTH/DAY/rollout-*.jsonl): items of the Responses API in order,
 * each as the `payload` of a line; in early versions the lines themselves.
 */
export function readCodex(text: string): ReadSession {
  const { broken, lines } = jsonLines(text)
  const reader = new CodexReader()
  reader.writer.skip('line that is not JSON', 'lines that are not JSON', broken)
  for (const line of lines) reader.line(line)
  return reader.writer.whole()
}

class CodexReader {
  readonly writer = new SessionWriter('codex')
  #model = 'codex'
  /** A reply ends at a result or a user message. */
  #reply = 0

  line(line: Json): void {
    const at = timeIn(line, 'timestamp')
    const payload = jsonIn(line, 'payload')
    switch (line['type']) {
      case 'session_meta':
        this.writer.folder ||= textIn(payload, 'cwd')
        return
      case 'turn_context':
        this.#model = textIn(payload, 'model') || this.#model
        return
      case 'response_item':
        return this.#item(payload, at)
      case 'compacted':
        return this.writer.summary(textIn(payload, 'message'), { at })
      case 'event_msg':
        if (payload['type'] === 'thread_rolled_back') {
          this.writer.dropLastTurns(Number(payload['num_turns'] ?? 0))
        }
        return
      case 'world_state':
      case 'token_usage_record':
        return
      // The first line of early versions.
      case undefined:
        return
      default:
        this.#item(line, at)
    }
  }

  #item(item: Json, at: number | null): void {
    const about = this.#about(at)
    const id = textIn(item, 'call_id') || textIn(item, 'id')
    switch (item['type']) {
      case 'message':
        return this.#message(item, at)
      case 'reasoning': {
        const parts = [...blocksIn(item, 'summary'), ...blocksIn(item, 'content')]
        const text = parts.map((part) => textIn(part, 'text')).join('\n\n')
        return this.writer.answer({ type: 'thinking', text, signature: null }, about)
      }
      case 'function_call':
        return this.#call(id, textIn(item, 'name'), item['arguments'], at)
      case 'custom_tool_call':
        return this.#call(id, textIn(item, 'name'), { input: item['input'] }, at)
      case 'local_shell_call':
        return this.#call(id, 'local_shell', item['action'], at)
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'local_shell_call_output':
        this.#reply++
        return this.writer.result(id, { at, ...outputOf(item) })
      case 'ghost_snapshot':
        return
      default:
        this.writer.skipUnknown('entry', textIn(item, 'type'))
    }
  }

  #call(id: string, name: string, input: unknown, at: number | null): void {
    this.writer.call({ id, name, input }, this.#about(at))
  }

  #about(at: number | null): Parameters<SessionWriter['answer']>[1] {
    return { at, end: null, key: String(this.#reply), model: this.#model }
  }

  #message(item: Json, at: number | null): void {
    const blocks = blocksIn(item, 'content')
    const text = blocks.map((block) => textIn(block, 'text')).join('\n')
    switch (item['role']) {
      case 'assistant':
        return this.writer.answer({ type: 'text', text }, this.#about(at))
      case 'user': {
        if (OWN_WORDS.test(text)) return this.writer.skip('note of Codex', 'notes of Codex')
        this.#reply++
        return this.writer.user(text, { at, images: imagesIn(blocks) })
      }
      default:
        this.writer.skip('note of Codex', 'notes of Codex')
    }
  }
}

/** A text, a list of parts, or (in early versions) JSON containing the text. */
function outputOf(item: Json): Omit<Parameters<SessionWriter['result']>[1], 'at'> {
  const { output } = item
  const inner = typeof output === 'string' ? parseJson(output) : null
  const isWrapped = inner !== null && typeof inner['output'] === 'string'
  const blocks = blocksIn(item, 'output')
  const text = isWrapped
    ? textIn(inner, 'output')
    : blocks.map((each) => textIn(each, 'text')).join('\n')
  const code = isWrapped
    ? jsonIn(inner, 'metadata')['exit_code']
    : /^Process exited with code (\d+)$/m.exec(text)?.[1]
  const hasFailed = code !== undefined && Number(code) !== 0
  return { text, outcome: hasFailed ? 'failed' : 'ok', images: imagesIn(blocks) }
}

function imagesIn(blocks: readonly Json[]): readonly SessionImage[] {
  return blocks.flatMap((block) => {
    const data = DATA_URL.exec(textIn(block, 'image_url'))?.[1]
    return data === undefined ? [] : [{ data, name: 'image' }]
  })
}
