import { MemoryStore } from './memory-store.ts'
import { testRecovery } from './recovery-contract.ts'
import { testForks } from './fork-contract.ts'
import { testDrafts } from './draft-contract.ts'
import { testMessages } from './message-contract.ts'
import { testPrompts } from './prompt-contract.ts'
import { testDeletion } from './deletion-contract.ts'
import { testShells } from './shell-contract.ts'
import { testStore } from './store-contract.ts'
import { testWaitingStore } from './waiting-contract.ts'

testStore('the store in memory', () => new MemoryStore())
testMessages('the store in memory', () => new MemoryStore())
testDrafts('the store in memory', () => new MemoryStore())
testPrompts('the store in memory', () => new MemoryStore())
testShells('the store in memory', () => new MemoryStore())
testForks('the store in memory', () => new MemoryStore())
testWaitingStore('the store in memory', () => new MemoryStore())
testDeletion('the store in memory', () => new MemoryStore())
testRecovery('the store in memory', () => new MemoryStore())
