import type { CallOutcome } from '../../shared/messages/message.ts'
import { shownNameOf } from '../../shared/mcp-server.ts'
import type { IconName } from './icon-name.ts'

interface ToolWords {
  readonly toDo: string
  readonly doing: string
  readonly done: string
  readonly icon: IconName
}

/** In plain words what each tool is about to do, does and has done. */
const TOOLS: Readonly<Record<string, ToolWords>> = {
  bash: { toDo: 'Run', doing: 'Running', done: 'Ran', icon: 'command' },
  bash_background: named('Background job', 'command'),
  read_file: { toDo: 'Read', doing: 'Reading', done: 'Read', icon: 'read' },
  edit_file: { toDo: 'Edit', doing: 'Editing', done: 'Edited', icon: 'edit' },
  write_file: { toDo: 'Write', doing: 'Writing', done: 'Wrote', icon: 'edit' },
  apply_patch: { toDo: 'Edit', doing: 'Editing', done: 'Edited', icon: 'edit' },
  patch: { toDo: 'Edit', doing: 'Editing', done: 'Edited', icon: 'edit' },
  list_files: { toDo: 'List', doing: 'Listing', done: 'Listed', icon: 'listFiles' },
  glob: { toDo: 'Look for', doing: 'Looking for', done: 'Looked for', icon: 'search' },
  grep: { toDo: 'Search', doing: 'Searching', done: 'Searched', icon: 'search' },
  keyword_search: { toDo: 'Search', doing: 'Searching', done: 'Searched', icon: 'search' },
  web_fetch: { toDo: 'Fetch', doing: 'Fetching', done: 'Fetched', icon: 'fetch' },
  think: { toDo: 'Think', doing: 'Thinking', done: 'Thought', icon: 'think' },
  todo_write: {
    toDo: 'Update the tasks',
    doing: 'Updating the tasks',
    done: 'Updated the tasks',
    icon: 'tasks',
  },
  mcp_search_tools: named('Find tools', 'search'),
  mcp_call_tool: named('Call a tool', 'tool'),
  mcp_read_resource: named('Read a resource', 'read'),
  spawn_agents: named('Sub-agents', 'agents'),
  ask_user: { toDo: 'Ask you', doing: 'Asking you', done: 'Asked you', icon: 'question' },
  submit_result: { toDo: 'Submit', doing: 'Submitting', done: 'Submitted', icon: 'agents' },
}

/** Calls with these outcomes have done something, or tried to. */
const DONE: ReadonlySet<CallOutcome> = new Set(['ok', 'failed', 'timedOut'])

function named(name: string, icon: IconName): ToolWords {
  return { toDo: name, doing: name, done: name, icon }
}

/** For an unknown tool, its own name. */
function wordsOf(name: string): ToolWords {
  const own = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  return own ?? named(shownNameOf(name), 'tool')
}

/** A call's tool in plain words. Null: the call has no result yet. */
export function wordOfTool(name: string, outcome: CallOutcome | null): string {
  const { done, toDo } = wordsOf(name)
  return outcome !== null && DONE.has(outcome) ? done : toDo
}

/** What a call is about to do, in one line: "Run npm test". `what`: its subject (whatOfCall). */
export function callToDo(name: string, what: string): string {
  return joined(wordsOf(name).toDo, name, what)
}

/** What a running call does: "Running npm test". */
export function callAtWork(name: string, what: string): string {
  return joined(wordsOf(name).doing, name, what)
}

/** A verb goes before what it is about, a name stands apart from it. */
function joined(word: string, name: string, what: string): string {
  if (what === '') return word
  const { done, toDo } = wordsOf(name)
  return done === toDo && name !== 'read_file' ? `${word}: ${what}` : `${word} ${what}`
}

export function iconOfTool(name: string): IconName {
  return wordsOf(name).icon
}
