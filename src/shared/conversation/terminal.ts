import * as z from '../schema.ts'
import { ConversationId, WorkId } from '../ids.ts'
import { TERMINAL_PIECE } from './terminal-limits.ts'

const MAX_TITLE = 200

/** In characters. */
export const TerminalSize = z
  .object({
    columns: z.number().int().min(2).max(500),
    rows: z.number().int().min(1).max(300),
  })
  .readonly()
export type TerminalSize = z.infer<typeof TerminalSize>

const TerminalPhase = z.discriminatedUnion('type', [
  z.object({ type: z.literal('running') }).readonly(),
  /** The shell has ended; the screen is still there. If code and signal are null, it is unknown how. */
  z
    .object({
      type: z.literal('ended'),
      code: z.number().int().nullable(),
      signal: z.string().nullable(),
    })
    .readonly(),
])
export type TerminalPhase = z.infer<typeof TerminalPhase>

/** A person's terminal in a conversation's folder. */
export const Terminal = z
  .object({
    id: WorkId,
    /** The title that the shell set, or the shell's name. Untrusted text. */
    title: z.string().max(MAX_TITLE),
    size: TerminalSize,
    phase: TerminalPhase,
  })
  .readonly()
export type Terminal = z.infer<typeof Terminal>

/** Number of code units that the terminal has printed since it started. */
const place = z.number().int().nonnegative()

const ofTerminal = { terminalId: WorkId }
const nothing = z.object({}).readonly()

/** A terminal is the person's own shell: no token gives access to it. */
export const terminalCommands = {
  /**
   * Lists a conversation's terminals in the order in which they were opened; `conversation.terminals` reports each
   * change.
   */
  'terminal.list': {
    needs: 'owner',
    input: z.object({ conversationId: ConversationId }).readonly(),
    output: z
      .object({ terminals: z.array(Terminal).readonly(), version: z.number().int() })
      .readonly(),
  },
  /** Starts the person's shell in the folder. Answered when it runs. The client makes the id: sent twice, it opens once. */
  'terminal.open': {
    needs: 'owner',
    input: z
      .object({ conversationId: ConversationId, ...ofTerminal, size: TerminalSize })
      .readonly(),
    output: nothing,
  },
  /** Sends this client the current screen, then all further output. If already attached, sends the whole screen again. */
  'terminal.attach': { needs: 'owner', input: z.object(ofTerminal).readonly(), output: nothing },
  'terminal.detach': { needs: 'owner', input: z.object(ofTerminal).readonly(), output: nothing },
  /** Sends what a person types or pastes. */
  'terminal.write': {
    needs: 'owner',
    input: z.object({ ...ofTerminal, data: z.string().min(1).max(TERMINAL_PIECE) }).readonly(),
    output: nothing,
  },
  /** Sets the size, which is the same in all windows: that of the one used last. */
  'terminal.resize': {
    needs: 'owner',
    input: z.object({ ...ofTerminal, size: TerminalSize }).readonly(),
    output: nothing,
  },
  /** Reports that this client has drawn the output up to there. */
  'terminal.drawn': {
    needs: 'owner',
    input: z.object({ ...ofTerminal, until: place }).readonly(),
    output: nothing,
  },
  /**
   * Returns the last command and its output as plain text; empty if none was run. A long output is cut at its
   * beginning.
   */
  'terminal.lastCommand': {
    needs: 'owner',
    input: z.object(ofTerminal).readonly(),
    output: z.object({ text: z.string() }).readonly(),
  },
  /** Ends the terminal and everything started in it. Answered when all of that is gone, or listed as left over. */
  'terminal.close': { needs: 'owner', input: z.object(ofTerminal).readonly(), output: nothing },
} as const

/** Sent to the attached clients. */
export const terminalEvents = [
  /**
   * Part `index` of `count` of the screen and its scrollback, as a stream that draws it. Includes all output up to
   * `at`.
   */
  z
    .object({
      type: z.literal('terminal.screen'),
      ...ofTerminal,
      at: place,
      size: TerminalSize,
      index: z.number().int().nonnegative(),
      count: z.number().int().positive(),
      text: z.string(),
    })
    .readonly(),
  z
    .object({ type: z.literal('terminal.printed'), ...ofTerminal, from: place, text: z.string() })
    .readonly(),
  /** In sequence with the output. */
  z.object({ type: z.literal('terminal.resized'), ...ofTerminal, size: TerminalSize }).readonly(),
] as const
