import { deepArrangements, testLooks } from './looks.ts'
import { describeInBrowser } from './setup.ts'

describeInBrowser('looks of all other situations', (scene) => testLooks(deepArrangements, scene))
