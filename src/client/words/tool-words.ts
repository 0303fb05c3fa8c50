import type { CallOutcome } from '../../shared/messages/message.ts'
import { shownNameOf } from '../../shared/mcp-server.ts'
import type { IconName } from './icon-name.ts'

interface ToolWords {
  readonly toDo: string
  readonly doing: string
  readonly done: string
  readonly icon: IconName
}

/** What each tool is about to do, is doing and has done, in plain words. */
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

/** The outcomes of calls that did something, or tried to. */
const DONE: ReadonlySet<CallOutcome> = new Set(['ok', 'failed', 'timedOut'])

function named(name: string, icon: IconName): ToolWords {
  return { toDo: name, doing: name, done: name, icon }
}

/** Returns the words of a tool; its own name if the tool is unknown. */
function wordsOf(name: string): ToolWords {
  const own = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  return own ?? named(shownNameOf(name), 'tool')
}

/** Returns a call's tool in plain words. `outcome`: null if the call has no result yet. */
export function wordOfTool(name: string, outcome: CallOutcome | null): string {
  const { done, toDo } = wordsOf(name)
  return outcome !== null && DONE.has(outcome) ? done : toDo
}

/** Says in one line what a call is about to do: "Run npm test". `what`: its subject (whatOfCall). */
export function callToDo(name: string, what: string): string {
  return joined(wordsOf(name).toDo, name, what)
}

/** Says what a running call is doing: "Running npm test". */
export function callAtWork(name: string, what: string): string {
  return joined(wordsOf(name).doing, name, what)
}

/** Puts a space between a verb and its object, and a colon after a name. */
function joined(word: string, name: string, what: string): string {
  if (what === '') return word
  const { done, toDo } = wordsOf(name)
  return done === toDo && name !== 'read_file' ? `${word}: ${what}` : `${word} ${what}`
}

export function iconOfTool(name: string): IconName {
  return wordsOf(name).icon
}
