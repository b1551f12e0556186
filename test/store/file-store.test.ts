import { localFileSystem } from '../../src/store/file-system.ts'
import { storeContract } from './contract.ts'
import { FilePlace } from './file-place.ts'

storeContract('the file store that survives the death of its process', () => new FilePlace({ durability: 'process' }))
storeContract(
  'the file store that survives loss of power',
  () => new FilePlace({ durability: 'disk', fileSystem: localFileSystem }),
)
