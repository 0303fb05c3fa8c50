import type { Choices } from './choices.ts'

/** Limits that a run can make so small that they are reached all the time ("BUGGIFY" in the literature). */
export interface Narrowings {
  /** The screen keeps 64 code units of what a call prints. */
  readonly shortOutput: boolean
  /** Each report is a transaction of its own. */
  readonly singleReports: boolean
  /** A request is not tried again. */
  readonly singleAttempts: boolean
  /** Something else can happen between the start of a request or a call and its beginning. */
  readonly forcedYield: boolean
  /** The loop is busy: what work reports is looked at so many ms later, at most. */
  readonly turnMs: number
  /** Only for some reports. */
  readonly isUneven: boolean
  /** People act between the firing of a timer and the turn that looks at it. */
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

/** Those of the run that goes on in this thread: what stands in for modules of src asks here. */
export function narrowings(): Narrowings {
  return inForce
}

/** Each in a tenth of the runs. */
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
