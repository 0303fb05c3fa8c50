import { type NamedPath, pathIn } from './path-words.ts'

/** A file that a link leads to. `shownPath`: the path to show next to the link's text; null if the text already shows it. */
export interface LinkedFile {
  readonly place: NamedPath
  readonly shownPath: string | null
}

/** Null unless the target is exactly the name of a file or folder. `text`: the link's own text. */
export function linkedFile(href: string, text: string): LinkedFile | null {
  const place = pathIn(href)
  if (place === null) return null
  const said = pathIn(text.replaceAll('`', ''))
  return { place, shownPath: said !== null && isSaid(said, place) ? null : href }
}

/** True for the whole path or its end, with the same line or none. */
function isSaid(said: NamedPath, { path, line }: NamedPath): boolean {
  const isPath = said.path === path || path.endsWith(`/${said.path}`)
  return isPath && (said.line === null || said.line === line)
}
