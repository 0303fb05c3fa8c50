import { expect, onTestFinished, test } from 'vitest'
import type { Rule } from '../../../shared/turn.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
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

test.each(['save', 'remove'] as const)(
  'a conversation that throws as it is told keeps neither the others nor the clients from the news: %s',
  (act) => {
    const store = new MemoryStore()
    store.saveRule(FOLDER, RULE)
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
    if (act === 'remove') sound.rules = [RULE]
    rules[act](FOLDER, RULE)
    expect(sound.rules).toEqual(act === 'save' ? [RULE] : [])
    expect(announced).toBe(1)
    expect(faults).toMatchObject([
      { where: 'telling of a rule', error: new Error('the first is broken') },
    ])
  },
)
