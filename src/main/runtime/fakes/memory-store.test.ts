import { MemoryStore } from './memory-store.ts'
import { testStore } from './store-contract.ts'

testStore('the store in memory', () => new MemoryStore())
