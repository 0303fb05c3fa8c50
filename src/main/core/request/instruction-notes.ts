import type { InstructionsNote, Message } from '../../../shared/messages/message.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import { wellFormed } from './text/well-formed.ts'

/** An instruction file with its text. */
export interface ReadFile {
  readonly path: string
  readonly blob: BlobHash
  readonly isCut: boolean
  readonly text: string
}

/** Returns the instruction files as last reported in messages, by path; null if a file was reported as gone. */
export function knownInstructions(
  messages: readonly Message[],
): ReadonlyMap<string, BlobHash | null> {
  const known = new Map<string, BlobHash | null>()
  for (const { path, file } of notesOf(messages)) known.set(path, file?.blob ?? null)
  return known
}

/** Returns the notes that a new message needs so the model knows the current content of these files. */
export function notesToSend(
  messages: readonly Message[],
  now: readonly ReadFile[],
): readonly InstructionsNote[] {
  const known = knownInstructions(messages)
  const news = now.filter(({ path, blob }) => known.get(path) !== blob)
  const paths = new Set(now.map(({ path }) => path))
  const gone = [...known].filter(([path, blob]) => blob !== null && !paths.has(path))
  return [
    ...gone.map(([path]) => ({ path, file: null })),
    ...news.map(({ path, ...file }) => ({ path, file })),
  ]
}

/** Returns the notes in force, each file once, in the order in which they first appeared. */
export function notesInForce(messages: readonly Message[]): readonly InstructionsNote[] {
  const notes = new SentNotes()
  for (const note of notesOf(messages)) notes.wordsOf(note)
  return notes.inForce()
}

/** Returns the notes in a request with these messages: those since a summary, preceded by those in force before it. */
export function notesSent(messages: readonly Message[]): readonly InstructionsNote[] {
  const at = messages.findLastIndex(({ content }) => content.type === 'summary')
  return [...notesInForce(messages.slice(0, at + 1)), ...notesOf(messages.slice(at + 1))]
}

function notesOf(messages: readonly Message[]): readonly InstructionsNote[] {
  const notes: InstructionsNote[] = []
  for (const { content } of messages) {
    if (content.type === 'user') notes.push(...(content.instructions ?? []))
  }
  return notes
}

/** Returns the message without its notes: a summary does not repeat the instructions. */
export function withoutNotes(message: Message): Message {
  const { content } = message
  if (content.type !== 'user' || content.instructions === undefined) return message
  const { instructions: _instructions, ...words } = content
  return { ...message, content: words }
}

/** The notes that a request contains so far. The wording of each depends on those before it. */
export class SentNotes {
  readonly #notes = new Map<string, InstructionsNote>()

  wordsOf(note: InstructionsNote): string {
    const before = this.#notes.get(note.path)
    this.#notes.set(note.path, note)
    return wordsOfNote(note, before !== undefined && before.file !== null)
  }

  inForce(): readonly InstructionsNote[] {
    return [...this.#notes.values()].filter(({ file }) => file !== null)
  }

  /** Forgets the notes, and returns those that were in force. */
  restart(): readonly InstructionsNote[] {
    const inForce = this.inForce()
    this.#notes.clear()
    return inForce
  }
}

function wordsOfNote({ path, file }: InstructionsNote, isChange: boolean): string {
  const name = wellFormed(path)
  if (file === null) return `[${name} is gone. What it said no longer applies.]`
  const head = isChange
    ? `${name} has changed. This replaces its earlier content.`
    : `Instructions for your work, from ${name}. If the user says otherwise, follow the user.`
  const end = file.isCut ? `\n[${name} continues: only its beginning is here.]` : ''
  return `${head}\n\n<instructions>\n${wellFormed(file.text.trim())}${end}\n</instructions>`
}
