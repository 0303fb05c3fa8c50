import type {
  askWhenKept as Ask,
  runWhenKept as Run,
  whenKept as When,
} from '../../src/main/runtime/conversation/when-kept.ts'

/** PLANTED BUG: work begins before its step survives a power cut. */
export const askWhenKept: typeof Ask = ({ model }, call) => model.ask(call)
export const runWhenKept: typeof Run = ({ tools }, run) => tools.run(run)
export const whenKept: typeof When = (_store, _signal, begin) => begin()
