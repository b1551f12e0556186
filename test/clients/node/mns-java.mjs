// What only the Java SDK of MNS has. `node mns-java.mjs <V2 or V4> <command> [word …]`
import { strict as assert } from 'node:assert'
import { advance, runProgram, until } from './harness.mjs'
import { startJava } from './java-mns-bridge.mjs'
import { countsOf } from './mns-queues.mjs'

const [signature, ...command] = process.argv.slice(2)
const { java, mns, refused } = startJava(command, signature)

/** The queue in which the SDK keeps the transactions that are not over. */
const log = 'orders-operation-log-queue'

/** Where a transaction stood when its process died: the message is held back, and the log tells of it. */
async function abandonedTransaction() {
  await java.createTransactionQueue({ name: 'orders' })
  await java.sendInTransaction({ body: 'a', outcome: 'never' })
  assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 1])
  await advance('10m')
}

const scenarios = {
  'transaction-commit': async () => {
    const created = await java.createTransactionQueue({ name: 'orders' })
    assert.ok(created.log.endsWith(`/queues/${log}`), created.log)
    assert.deepEqual(await java.sendInTransaction({ body: 'a', outcome: 'true' }), { sent: true })
    await advance('999ms')
    await refused('MessageNotExist', () => mns.receive('orders'))
    await advance('1ms')
    assert.equal((await mns.receive('orders')).body, 'a')
    assert.deepEqual(await countsOf(mns, log), [0, 0, 0])
  },

  'transaction-rollback': async () => {
    await java.createTransactionQueue({ name: 'orders' })
    for (const outcome of ['false', 'throws']) {
      assert.deepEqual(await java.sendInTransaction({ body: 'a', outcome }), { sent: false })
      assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
      assert.deepEqual(await countsOf(mns, log), [0, 0, 0])
    }
  },

  'transaction-check-commit': async () => {
    await abandonedTransaction()
    await java.checkTransactions({ name: 'orders', succeeded: true })
    await until(async () => (await countsOf(mns, log)).every((count) => count === 0))
    await advance('1s')
    assert.equal((await mns.receive('orders')).body, 'a')
  },

  'transaction-check-rollback': async () => {
    await abandonedTransaction()
    await java.checkTransactions({ name: 'orders', succeeded: false })
    await until(async () => (await countsOf(mns, log)).every((count) => count === 0))
    assert.deepEqual(await countsOf(mns, 'orders'), [0, 0, 0])
  },

  'pull-topic': async () => {
    await java.pullTopic({ topic: 'news', queues: ['one', 'two'], tags: ['vip', 'other'], body: 'a', tag: 'vip' })
    assert.equal((await mns.receive('one')).body, 'a')
    await refused('MessageNotExist', () => mns.receive('two'))
  },

  'async-calls': async () => {
    await mns.createQueue('orders')
    const { sent, received, body } = await java.sendAsync({ queue: 'orders', body: 'a' })
    assert.deepEqual([received, body], [sent, 'a'])
  },
}

await runProgram(scenarios)
