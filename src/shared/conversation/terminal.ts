import { z } from 'zod'
import { ConversationId, WorkId } from '../ids.ts'

/** How many may be open at a time in one conversation. */
export const MAX_TERMINALS = 8
/** The most that one write carries, and one event of what is printed (UTF-16 code units). A longer paste goes in pieces. */
export const TERMINAL_PIECE = 64 * 1024
/** How much of what was printed a window may still have to draw. Behind that it is sent no more, and later the screen as it is. */
export const TERMINAL_WINDOW = 512 * 1024
/** The lines behind the screen that are kept, in the host and in the window. */
export const TERMINAL_LINES = 5_000
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
  /** Its shell is gone; the screen is still there. A code and a signal of null: nobody knows how. */
  z
    .object({
      type: z.literal('ended'),
      code: z.number().int().nullable(),
      signal: z.string().nullable(),
    })
    .readonly(),
])
export type TerminalPhase = z.infer<typeof TerminalPhase>

/** A terminal of a person's in the folder of a conversation. */
export const Terminal = z
  .object({
    id: WorkId,
    /** What its shell calls it, or the shell's own name. Not ours: any text. */
    title: z.string().max(MAX_TITLE),
    size: TerminalSize,
    phase: TerminalPhase,
  })
  .readonly()
export type Terminal = z.infer<typeof Terminal>

/** How many code units the terminal has printed since it began. */
const place = z.number().int().nonnegative()

const ofTerminal = { terminalId: WorkId }
const nothing = z.object({}).readonly()

/** A terminal is the person's own shell: no token reaches it. */
export const terminalCommands = {
  /** Those of a conversation, in the order in which they were opened; `conversation.terminals` follows each change. */
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
  /** From now on this client is sent the screen as it is, and what is printed. Sent again, it gets the whole screen again. */
  'terminal.attach': { needs: 'owner', input: z.object(ofTerminal).readonly(), output: nothing },
  'terminal.detach': { needs: 'owner', input: z.object(ofTerminal).readonly(), output: nothing },
  /** What a person types or pastes. */
  'terminal.write': {
    needs: 'owner',
    input: z.object({ ...ofTerminal, data: z.string().min(1).max(TERMINAL_PIECE) }).readonly(),
    output: nothing,
  },
  /** It has one size for all windows: that of the one that was used last. */
  'terminal.resize': {
    needs: 'owner',
    input: z.object({ ...ofTerminal, size: TerminalSize }).readonly(),
    output: nothing,
  },
  /** This client has drawn what was printed up to there. */
  'terminal.drawn': {
    needs: 'owner',
    input: z.object({ ...ofTerminal, until: place }).readonly(),
    output: nothing,
  },
  /** The last command with what it printed, as plain text; empty: none was run. A long one is cut at its beginning. */
  'terminal.lastCommand': {
    needs: 'owner',
    input: z.object(ofTerminal).readonly(),
    output: z.object({ text: z.string() }).readonly(),
  },
  /** Ends it with all that was started in it. Answered when that is gone, or given up and listed as left over. */
  'terminal.close': { needs: 'owner', input: z.object(ofTerminal).readonly(), output: nothing },
} as const

/** To the clients that are attached. */
export const terminalEvents = [
  /** Part `index` of `count` of the screen and the lines behind it, as a stream that draws it. It holds all up to `at`. */
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
  /** In its place among what is printed. */
  z.object({ type: z.literal('terminal.resized'), ...ofTerminal, size: TerminalSize }).readonly(),
] as const
