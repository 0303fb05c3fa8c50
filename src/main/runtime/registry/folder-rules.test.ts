import { expect, onTestFinished, test } from 'vitest'
import type { Rule } from '../../../shared/conversation/turn.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { MemoryStore } from '../fakes/memory/memory-store.ts'
import { saveRule } from '../fakes/contracts/store-samples.ts'
import { FolderRules } from './folder-rules.ts'
import { type Fault, onFault } from '../guard.ts'

const FOLDER = '/work'
const RULE: Rule = { tool: 'bash', subject: 'make', match: 'exact' }

/** A live conversation: it takes the rules that it is told, or throws. */
function conversation(name: string, isBroken = false): ConversationRuntime & { rules: unknown } {
  const fake = {
    rules: [] as unknown,
    record: { stored: { folder: FOLDER } },
    liveContext: { rules: [RULE] },
    changeSettings: ({ rules }: { rules: unknown }) => {
      if (isBroken) throw new Error(`${name} is broken`)
      fake.rules = rules
    },
  }
  return fake as unknown as ConversationRuntime & { rules: unknown }
}

test.each(['saved', 'removed'] as const)(
  'a conversation that throws when notified keeps neither others nor clients from the change: %s',
  (act) => {
    const store = new MemoryStore()
    saveRule(store, FOLDER, RULE)
    const broken = conversation('the first', true)
    const sound = conversation('the second')
    let announced = 0
    const faults: Fault[] = []
    onTestFinished(onFault((fault) => faults.push(fault)))
    const rules = new FolderRules({
      store,
      log: { warn: () => expect.fail() },
      live: () => [broken, sound],
      announce: () => {
        announced += 1
      },
    })
    sound.rules = act === 'saved' ? [] : [RULE]
    if (act === 'saved') rules.saved(FOLDER, [RULE])
    else rules.remove(FOLDER, RULE)
    expect(sound.rules).toEqual(act === 'saved' ? [RULE] : [])
    expect(announced).toBe(1)
    expect(faults).toMatchObject([
      { where: 'reporting a rule', error: new Error('the first is broken') },
    ])
  },
)
