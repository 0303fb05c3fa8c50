import type { Choices } from './choices.ts'

/** Limits that a run can make so small that they are reached constantly ("BUGGIFY" in the literature). */
export interface Narrowings {
  /** The screen keeps 64 code units of a call's output. */
  readonly shortOutput: boolean
  /** Each report is a transaction of its own. */
  readonly singleReports: boolean
  /** Requests are not retried. */
  readonly singleAttempts: boolean
  /** Other events can happen between the order to start a request or a call and its actual start. */
  readonly forcedYield: boolean
  /** The loop is busy: reports of work are processed up to this many ms later. */
  readonly turnMs: number
  /** Only some reports are late. */
  readonly isUneven: boolean
  /** People act between the firing of a timer and the turn that processes it. */
  readonly isHasty: boolean
}

const NONE: Narrowings = {
  shortOutput: false,
  singleReports: false,
  singleAttempts: false,
  forcedYield: false,
  turnMs: 0,
  isUneven: false,
  isHasty: false,
}

let inForce = NONE

/** Returns the narrowings of the run in this thread. Modules that replace those of src read them here. */
export function narrowings(): Narrowings {
  return inForce
}

/** Each one applies to a tenth of the runs. */
export function drawNarrowings(choices: Choices, isLate: boolean): void {
  const isOn = (): boolean => choices.int(10) === 9
  inForce = {
    shortOutput: isOn(),
    singleReports: isOn(),
    singleAttempts: isOn(),
    forcedYield: isOn(),
    turnMs: isLate ? choices.pick(15, 200, 4_000) : choices.pick(0, 0, 0, 15),
    isUneven: false,
    isHasty: isLate,
  }
  inForce = { ...inForce, isUneven: inForce.turnMs > 200 }
}
