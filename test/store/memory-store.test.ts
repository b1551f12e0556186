import { MemoryStore } from '../../src/store/memory-store.ts'
import { storeContract } from './contract.ts'

storeContract('the memory store', () => {
  const store = new MemoryStore('isolated')
  return { open: () => store }
})
