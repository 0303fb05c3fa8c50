/** Short deadlines, so a test waits for its subject and not for the clock. */
export const TIMING = { startMs: 4_000, backoffMs: 50 }

export const ECHO = 'mcp__u__echo'

/** How long the machine itself may take in addition to a deadline (ms). */
export const SLACK_MS = 6_000
