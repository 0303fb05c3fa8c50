import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { visibleText } from '../../../shared/visible-text.ts'
import type { OpenerPort, OpenFile } from '../../runtime/ports/opener-port.ts'
import { expandHome } from '../files/places.ts'
import { personsEnvironment } from '../processes/spawn/clean-environment.ts'
import { isInside } from '../system/folders.ts'
import { findEditor } from './find-editor.ts'
import { fileManagerFor, type Start, terminalFor } from './find-folder-program.ts'
import type { Place, SystemFacts } from './known-editors.ts'
import { startProgram } from './start-program.ts'

export interface OpenElsewhereOptions {
  readonly environment: Readonly<NodeJS.ProcessEnv>
  /** The PATH of the user's shell, once it is known; null: that of the environment. */
  readonly loginPath: Promise<string | null>
  readonly home: string
  /** Phoenix's own. */
  readonly dataFolder: string
  readonly platform: NodeJS.Platform
  /** The editor command from Settings; null searches for an editor. */
  readonly editorCommand: () => string | null
}

const ADVICE = 'Set your editor command in Settings, Editor.'
const GONE = "The conversation's folder is no longer there."

/** Opens files and folders in the user's own programs, after checking where the path leads and that it exists. */
export function createOpenElsewhere(options: OpenElsewhereOptions): OpenerPort {
  const { editorCommand, home, platform } = options

  async function system(): Promise<SystemFacts> {
    const own = personsEnvironment(options.environment)
    const path = await options.loginPath
    return { platform, home, root: '/', environment: path === null ? own : { ...own, PATH: path } }
  }

  /** The absolute, real path. The error is a sentence. */
  async function placeOf(file: OpenFile): Promise<Result<string, string>> {
    const shown = visibleText(file.path)
    const root = await realOf(file.folder)
    if (root === null) return failed(GONE)
    if (file.path.includes('\0')) return failed(`${shown} is not a path.`)
    const real = await realOf(resolve(root, expandHome(file.path, home)))
    if (real === null) return failed(`${shown} does not exist.`)
    if (!isInside(real, root) && !file.isNamed) {
      return failed(
        `${shown} is outside the conversation's folder, and no tool has used it. Open it yourself if you want to see it.`,
      )
    }
    const own = await realOf(options.dataFolder)
    return own !== null && isInside(real, own)
      ? failed(`${shown} is part of Phoenix’s data.`)
      : ok(real)
  }

  async function start(found: Result<Start & { readonly name: string }, string>, folder: string) {
    if (!found.ok) return found
    const { environment } = await system()
    return startProgram({ ...found.value, folder, environment })
  }

  async function inEditor(place: Place): Promise<Result<null, string>> {
    const editor = findEditor(editorCommand(), await system())
    if (!editor.ok) return failed(`${editor.error} ${ADVICE}`)
    const { argumentsFor, name, program } = editor.value
    return start(ok({ name, program, args: argumentsFor(place) }), home)
  }

  async function inFileManager(folder: string): Promise<Result<null, string>> {
    return start(named('The file manager', fileManagerFor(folder, await system())), folder)
  }

  return {
    async openFile(file) {
      const place = await placeOf(file)
      if (!place.ok) return place
      const kind = await kindOf(place.value)
      switch (kind) {
        case 'file':
          return inEditor({ path: place.value, line: file.line })
        case 'folder':
          return inFileManager(place.value)
        case 'other':
          return failed(`${visibleText(file.path)} is neither a file nor a folder.`)
        default:
          return assertNever(kind)
      }
    },

    async openFolder(path, program) {
      const folder = await realOf(path)
      if (folder === null || (await kindOf(folder)) !== 'folder') return failed(GONE)
      switch (program) {
        case 'editor':
          return inEditor({ path: folder, line: null })
        case 'fileManager':
          return inFileManager(folder)
        case 'terminal':
          return start(named('A terminal', terminalFor(folder, await system())), folder)
        default:
          return assertNever(program)
      }
    },

    async editor() {
      const found = findEditor(editorCommand(), await system())
      return found.ok ? ok(found.value.name) : found
    },
  }
}

function named(name: string, found: Result<Start, string>) {
  return found.ok ? ok({ ...found.value, name }) : found
}

async function realOf(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    return null
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other'> {
  try {
    const stats = await stat(path)
    if (stats.isFile()) return 'file'
    return stats.isDirectory() ? 'folder' : 'other'
  } catch {
    return 'other'
  }
}
