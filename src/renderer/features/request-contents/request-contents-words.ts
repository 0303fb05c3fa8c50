import type { RequestContents, SentFile } from '../../../shared/conversation/request-contents.ts'
import { nameOfModel, type OwnNames } from '../../../client/words/model-words.ts'
import { sizeOfText } from '../../../shared/size-of-text.ts'

/** The owner of an instruction file, by its displayed path. */
export function ownerOfFile(path: string): string {
  if (path.startsWith('~')) return 'yours'
  return path.startsWith('..') ? 'from the repository' : 'from the folder'
}

/** Shown after the path of a file. */
export function aboutFile({ bytes, isCut, path }: SentFile): string {
  return `${ownerOfFile(path)}, ${sizeOfText(bytes)}${isCut ? ', only its beginning' : ''}`
}

/** Shown after the name of an MCP server's tool. */
export const OF_A_SERVER = 'from an MCP server, in its own words'

/** The first line: the total size. */
export function sentenceOfContents(
  { files, model, system, tools }: RequestContents,
  own: OwnNames | null = null,
): string {
  const bytes = [system, ...files, ...tools].reduce((sum, each) => sum + each.bytes, 0)
  return `${nameOfModel(model, own)} receives this with each request, in addition to the messages: ${sizeOfText(bytes)}.`
}

export function headingOfTools({ tools }: Pick<RequestContents, 'tools'>): string {
  const bytes = tools.reduce((sum, each) => sum + each.bytes, 0)
  return `Tools (${tools.length}), ${sizeOfText(bytes)}`
}
