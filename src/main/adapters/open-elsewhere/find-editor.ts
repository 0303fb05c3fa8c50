import { isAbsolute } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { findProgram, isProgram } from '../system/find-program.ts'
import {
  appFolders,
  knownEditorOf,
  KNOWN_EDITORS,
  type Place,
  programFolders,
  type SystemFacts,
} from './known-editors.ts'
import { namesFile, placedIn, wordsOfCommand } from './own-command.ts'

export interface Editor {
  /** For people. */
  readonly name: string
  readonly program: string
  readonly argumentsFor: (place: Place) => readonly string[]
}

/**
 * The user's own command, or else the first installed editor. The error is a sentence without advice, because Settings
 * shows it too. Looks for files, runs nothing.
 */
export function findEditor(own: string | null, facts: SystemFacts): Result<Editor, string> {
  return own === null ? foundEditor(facts) : ownEditor(own, facts)
}

function ownEditor(command: string, facts: SystemFacts): Result<Editor, string> {
  const words = wordsOfCommand(command)
  if (words === null) {
    return failed('Your editor command has an unclosed quote.')
  }
  const [name = '', ...args] = words
  const program = isAbsolute(name) ? name : findProgram([name], programFolders(facts))
  if (name === '' || program === null || !isProgram(program)) {
    return failed(`There is no program ${name}.`)
  }
  const known = namesFile(args) ? undefined : knownEditorOf(program)
  return ok({
    name: known?.name ?? name,
    program,
    argumentsFor: (place) =>
      known === undefined ? placedIn(args, place) : [...args, ...known.argumentsFor(place)],
  })
}

function foundEditor(facts: SystemFacts): Result<Editor, string> {
  for (const { name, programs, bundled, argumentsFor } of KNOWN_EDITORS) {
    const program =
      findProgram(programs, programFolders(facts)) ?? findProgram(bundled, appFolders(facts))
    if (program !== null) return ok({ name, program, argumentsFor })
  }
  if (facts.platform === 'darwin') {
    return ok({ name: SYSTEM_NAME, program: '/usr/bin/open', argumentsFor: asText })
  }
  const system = findProgram(SYSTEM_EDITORS, programFolders(facts))
  if (system === null) {
    return failed('No editor was found.')
  }
  return ok({
    name: SYSTEM_NAME,
    program: system,
    argumentsFor: ({ path }) => [path],
  })
}

const SYSTEM_NAME = "the system's text editor"

/** Opens any file as text: an executable file is never run. */
function asText({ path }: Place): readonly string[] {
  return ['-t', path]
}

/**
 * The text editors of desktops. Not xdg-open: it would use the program that a file asks for, and an agent may have
 * written the file.
 */
const SYSTEM_EDITORS = [
  'gnome-text-editor',
  'kate',
  'kwrite',
  'gedit',
  'xed',
  'pluma',
  'mousepad',
  'featherpad',
]
