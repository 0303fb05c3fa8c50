import { MemoryStore } from './memory-store.ts'
import { testRecovery } from '../contracts/recovery-contract.ts'
import { testLists } from '../contracts/list-contract.ts'
import { testForks } from '../contracts/fork-contract.ts'
import { testDrafts } from '../contracts/draft-contract.ts'
import { testMessages } from '../contracts/message-contract.ts'
import { testPrompts } from '../contracts/prompt-contract.ts'
import { testDeletion } from '../contracts/deletion-contract.ts'
import { testShells } from '../contracts/shell-contract.ts'
import { testStore } from '../contracts/store-contract.ts'
import { testWaitingStore } from '../contracts/waiting-contract.ts'

testStore('the store in memory', () => new MemoryStore())
testMessages('the store in memory', () => new MemoryStore())
testDrafts('the store in memory', () => new MemoryStore())
testPrompts('the store in memory', () => new MemoryStore())
testShells('the store in memory', () => new MemoryStore())
testForks('the store in memory', () => new MemoryStore())
testWaitingStore('the store in memory', () => new MemoryStore())
testDeletion('the store in memory', () => new MemoryStore())
testRecovery('the store in memory', () => new MemoryStore())
testLists('the store in memory', () => new MemoryStore())
