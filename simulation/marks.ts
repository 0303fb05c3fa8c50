import { STEP_MARKS, type StepMark } from './step-marks.ts'

/** What a batch of runs must have met at least once, beside what the steps of the machine show (step-marks.ts). */
const WORLD_MARKS = [
  'a request was aborted and its model went on talking',
  'a reply came after its request was aborted',
  'the model port threw',
  'the tool port threw',
  'a call printed more than the screen keeps',
  'a call went on for ever',
  'a result came after the cancel',
  'a write failed at rest',
  'a write failed while busy',
  'a step was shown before it could be saved',
  'what could not be saved was saved later',
  'the app died before a write',
  'the app died after a write',
  'the app died while a tool ran',
  'the app died while the model was asked',
  'the app died again in its recovery',
  'a recovery was enumerated write by write',
  'the app was quit while a conversation was busy',
  'the machine slept for eight hours',
  'the clock was put back by an hour',
  'two clients looked at one conversation',
  'a client came back and had missed steps',
  'the same message was sent twice',
  'another message was sent under a used id',
  'an image went to the model',
  'a message that named a missing image was refused',
  'another folder was asked for and refused',
  'several steps were saved in one transaction',
  'a title was given by a model',
  'the model changed while a turn ran',
  'two conversations were busy at once',
] as const

type WorldMark = (typeof WORLD_MARKS)[number]
export type Mark = WorldMark | StepMark

export const MARKS: readonly Mark[] = [...WORLD_MARKS, ...STEP_MARKS.map(({ name }) => name)]
