import { parentPort, workerData } from 'node:worker_threads'
import { transition } from '../src/main/core/transition.ts'
import { prove } from './prove.ts'
import { COMPONENTS } from './variants.ts'

const component = COMPONENTS[Number(workerData)] ?? []
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(prove(transition, component))
