import { randomBytes } from 'node:crypto'

/** The variable that marks each process of a run, with an unguessable value. */
export const RUN_TOKEN_NAME = 'PHOENIX_RUN'

/** The number of hexadecimal digits of the host, then of the run's number. The rest of a run token is random. */
const HOST_DIGITS = 8
const RUN_DIGITS = 5
const TOKEN_DIGITS = 32

/** The run tokens of one host's runs. */
export interface RunTokens {
  /** The prefix of these tokens, which no other host's tokens have. */
  readonly host: string
  next(): string
}

export function createRunTokens(): RunTokens {
  const host = randomBytes(HOST_DIGITS / 2).toString('hex')
  let runs = 0
  return {
    host,
    next() {
      runs += 1
      const run = (runs % 16 ** RUN_DIGITS).toString(16).padStart(RUN_DIGITS, '0')
      const rest = randomBytes(TOKEN_DIGITS / 2).toString('hex')
      return `${host}${run}${rest}`.slice(0, TOKEN_DIGITS)
    },
  }
}

const LEAST_MARK = 2 ** 52
const BYTES = 1024

/**
 * A run's second mark, for processes that clear their environment: host and number of the run token as a soft limit on
 * resident memory (in KB, four exabytes and more). Linux has ignored that limit since 2.4.30; every child inherits it,
 * through exec and setsid, and /proc/PID/stat shows it to everybody. It is lost only if a program sets it itself, or
 * its user has a hard limit.
 */
export function markOf(runToken: string): number {
  return LEAST_MARK + Number.parseInt(runToken.slice(0, HOST_DIGITS + RUN_DIGITS), 16)
}

/** The mark in a limit on resident memory, in bytes as /proc/PID/stat shows it. Null if it is not a mark. */
export function markIn(limit: number): number | null {
  const mark = limit / BYTES
  return mark >= LEAST_MARK && mark < 2 * LEAST_MARK ? mark : null
}

/** Dividing the marks of a host's runs by this gives the host's own number. */
const RUNS_OF_A_HOST = 16 ** RUN_DIGITS

/** The number that the limit of each of the host's runs gives when shifted right by `bits`. */
export function hostMark(host: string): { readonly number: number; readonly bits: number } {
  const number = LEAST_MARK / RUNS_OF_A_HOST + Number.parseInt(host, 16)
  return { number, bits: Math.log2(RUNS_OF_A_HOST * BYTES) }
}
