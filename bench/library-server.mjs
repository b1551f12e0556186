// A twinmq in the process of a program, as a test of another project has it; says where it is once it has started.
import { startTwinmq } from '../dist/index.js'

const { url } = await startTwinmq()
console.log(`${url}\nReady.`)
