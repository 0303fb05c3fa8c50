import { basename, join } from 'node:path'

export interface Place {
  /** Absolute. */
  readonly path: string
  /** From 1; null if it does not matter. */
  readonly line: number | null
}

interface KnownEditor {
  readonly name: string
  /** Its commands on the PATH. */
  readonly programs: readonly string[]
  /** Its path in its bundle on macOS: it is not on the PATH until the user adds it. */
  readonly bundled: readonly string[]
  readonly argumentsFor: (place: Place) => readonly string[]
}

function goto({ path, line }: Place): readonly string[] {
  return line === null ? [path] : ['--goto', `${path}:${line}`]
}

function colon({ path, line }: Place): readonly string[] {
  return [line === null ? path : `${path}:${line}`]
}

function flag({ path, line }: Place): readonly string[] {
  return line === null ? [path] : ['--line', String(line), path]
}

/** A JetBrains editor: the name of its app, and of the program inside. */
function jetBrains(name: string, program: string, bundles = [name]): KnownEditor {
  return {
    name,
    programs: [program],
    bundled: bundles.map((bundle) => `${bundle}.app/Contents/MacOS/${program}`),
    argumentsFor: flag,
  }
}

/** Editors that can open a file at a line. The first installed one is used. */
export const KNOWN_EDITORS: readonly KnownEditor[] = [
  {
    name: 'Visual Studio Code',
    programs: ['code'],
    bundled: ['Visual Studio Code.app/Contents/Resources/app/bin/code'],
    argumentsFor: goto,
  },
  {
    name: 'Cursor',
    programs: ['cursor'],
    bundled: ['Cursor.app/Contents/Resources/app/bin/cursor'],
    argumentsFor: goto,
  },
  {
    name: 'Zed',
    programs: ['zed', 'zeditor'],
    bundled: ['Zed.app/Contents/MacOS/cli'],
    argumentsFor: colon,
  },
  jetBrains('IntelliJ IDEA', 'idea', ['IntelliJ IDEA', 'IntelliJ IDEA CE']),
  jetBrains('WebStorm', 'webstorm'),
  jetBrains('PyCharm', 'pycharm', ['PyCharm', 'PyCharm CE']),
  jetBrains('GoLand', 'goland'),
  jetBrains('RustRover', 'rustrover'),
  jetBrains('CLion', 'clion'),
  jetBrains('PhpStorm', 'phpstorm'),
  jetBrains('RubyMine', 'rubymine'),
  jetBrains('Rider', 'rider'),
  {
    name: 'VSCodium',
    programs: ['codium'],
    bundled: ['VSCodium.app/Contents/Resources/app/bin/codium'],
    argumentsFor: goto,
  },
  {
    name: 'Sublime Text',
    programs: ['subl'],
    bundled: ['Sublime Text.app/Contents/SharedSupport/bin/subl'],
    argumentsFor: colon,
  },
]

/** Finds an editor by the name of its program; undefined if it is not a known one. */
export function knownEditorOf(program: string): KnownEditor | undefined {
  return KNOWN_EDITORS.find(({ programs }) => programs.includes(basename(program)))
}

export interface SystemFacts {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The root of all system paths: `/`. */
  readonly root: string
  readonly environment: Readonly<Record<string, string>>
}

/** The folders of users' programs, the PATH first. */
export function programFolders({
  environment,
  home,
  platform,
  root,
}: SystemFacts): readonly string[] {
  const toolbox = platform === 'darwin' ? 'Library/Application Support' : '.local/share'
  const onPath = (environment['PATH'] ?? '').split(':')
  const usual = [
    join(home, '.local/bin'),
    join(root, 'usr/local/bin'),
    join(root, platform === 'darwin' ? 'opt/homebrew/bin' : 'snap/bin'),
    join(home, toolbox, 'JetBrains/Toolbox/scripts'),
  ]
  // In system folders, `zed` is the daemon of a file system.
  const forPeople = onPath.filter((folder) => folder.startsWith('/') && !/\/sbin\/?$/.test(folder))
  return [...new Set([...forPeople, ...usual])]
}

/** The folders of apps. */
export function appFolders({ home, platform, root }: SystemFacts): readonly string[] {
  return platform === 'darwin' ? [join(root, 'Applications'), join(home, 'Applications')] : []
}
