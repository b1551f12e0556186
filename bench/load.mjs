// The load generator: a process of its own, so that it can have a core of its own. It takes one job at a time from its parent.
import { runBurst } from './burst.mjs'
import { planFor } from './plans.mjs'
import { measureWakeUps } from './wake-ups.mjs'

const plans = new Map()

const kinds = {
  burst: (job) => runBurst(planOf(job.operation, job), job),
  wakeUps: (job) => measureWakeUps(planOf('wakeUp', job), job),
}

function planOf(operation, job) {
  const queue = { ...job.queue, port: job.port }
  const key = JSON.stringify([operation, job.protocol, queue])
  let plan = plans.get(key)
  if (plan === undefined) {
    plan = planFor(operation, job.protocol, queue)
    plans.set(key, plan)
  }
  return plan
}

process.on('message', async (job) => {
  try {
    process.send({ value: await kinds[job.kind](job) })
  } catch (error) {
    process.send({ error: error.message })
  }
})

process.on('disconnect', () => process.exit())
