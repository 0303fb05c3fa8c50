import { shownNameOf } from '../../shared/mcp-server.ts'
import type { ShownResult } from '../items/shown-results.ts'
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

function named(name: string, icon: IconName): ToolWords {
  return { toDo: name, doing: name, done: name, icon }
}

/** Returns the words of a tool; its own name if the tool is unknown. A model may call one without a name. */
function wordsOf(name: string): ToolWords {
  const own = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  return own ?? named(shownNameOf(name).trim() || 'Unnamed tool', 'tool')
}

/** Returns a call's tool in plain words. `result`: null if the call has none yet. */
export function wordOfTool(name: string, result: Ended | null): string {
  const { done, toDo } = wordsOf(name)
  return result !== null && isDone(name, result) ? done : toDo
}

type Ended = Pick<ShownResult, 'outcome' | 'durationMs' | 'hooks'>

/** A command that fails has run, unless it was refused or a hook blocked it. What another tool failed to do is not done. */
function isDone(name: string, { durationMs, hooks = [], outcome }: Ended): boolean {
  if (outcome === 'ok') return true
  const hasEnded = outcome === 'failed' || outcome === 'timedOut'
  const isBlocked = hooks.some((run) => run.event === 'PreToolUse' && run.outcome === 'blocked')
  return name === 'bash' && hasEnded && durationMs !== null && !isBlocked
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
