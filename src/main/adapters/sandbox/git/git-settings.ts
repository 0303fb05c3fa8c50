/**
 * The settings that `git init` and `git clone` write, and similar ones: none names a program, a config file or another
 * place.
 */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  core: [
    'repositoryformatversion',
    'filemode',
    'bare',
    'logallrefupdates',
    'ignorecase',
    'precomposeunicode',
    'symlinks',
    'autocrlf',
    'eol',
    'sparsecheckout',
    'sparsecheckoutcone',
  ],
  remote: ['url', 'pushurl', 'fetch', 'tagopt', 'prune', 'promisor', 'partialclonefilter'],
  branch: ['remote', 'merge', 'rebase'],
  submodule: ['url', 'active', 'branch'],
  extensions: ['objectformat', 'partialclone'],
  user: ['name', 'email'],
  init: ['defaultbranch'],
  pull: ['rebase', 'ff'],
  gc: ['auto'],
}

const SECTION = /^\s*\[([a-z]+)(?: "[^"\\]*")?\]\s*$/i
const SETTING = /^\s*([a-z]+)\s*=[^"\\]*$/i
const NOTHING = /^\s*(?:[#;].*)?$/

/**
 * The first line of a git config that is not known to be harmless, verbatim; null if there is none. Syntax that git may read
 * differently (quotes, several settings on a line, continued lines) counts as unknown.
 */
export function oddSetting(text: string): string | null {
  let known: readonly string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (NOTHING.test(line)) continue
    const section = SECTION.exec(line)?.[1]?.toLowerCase()
    const setting = SETTING.exec(line)?.[1]?.toLowerCase()
    if (section !== undefined) known = HARMLESS[section] ?? []
    else if (setting === undefined || !known.includes(setting)) return line.trim().slice(0, 100)
  }
  return null
}
