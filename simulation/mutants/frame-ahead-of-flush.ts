import type { holdFrames as hold } from '../../src/main/hosts/shared/hold-frames.ts'

/** PLANTED BUG: clients hear of what a power cut could still take back. */
export const holdFrames: typeof hold = ({ send }) => send
