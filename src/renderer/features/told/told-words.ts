import type { Told, ToldFile } from '../../../shared/conversation/told.ts'
import { sizeOfText } from '../../../shared/size-of-text.ts'

/** The owner of an instruction file, by its displayed path. */
export function ownerOfFile(path: string): string {
  if (path.startsWith('~')) return 'yours'
  return path.startsWith('..') ? 'from the repository' : 'from the folder'
}

/** Shown after the path of a file. */
export function aboutFile({ bytes, isCut, path }: ToldFile): string {
  return `${ownerOfFile(path)}, ${sizeOfText(bytes)}${isCut ? ', only its beginning' : ''}`
}

/** Shown after the name of an MCP server's tool. */
export const OF_A_SERVER = 'from an MCP server, in its own words'

/** The first line: the total size. */
export function sentenceOfTold({ files, model, system, tools }: Told): string {
  const bytes = [system, ...files, ...tools].reduce((sum, each) => sum + each.bytes, 0)
  return `${model} receives this with each request, in addition to the messages: ${sizeOfText(bytes)}.`
}

export function headingOfTools({ tools }: Pick<Told, 'tools'>): string {
  const bytes = tools.reduce((sum, each) => sum + each.bytes, 0)
  return `Tools (${tools.length}), ${sizeOfText(bytes)}`
}
