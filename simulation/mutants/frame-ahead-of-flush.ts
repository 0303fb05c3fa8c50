import type { holdFrames as hold } from '../../src/main/hosts/shared/hold-frames.ts'

/** PLANTED BUG: clients are notified of something that a power cut could still undo. */
export const holdFrames: typeof hold = ({ send }) => send
