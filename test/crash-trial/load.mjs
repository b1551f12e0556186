import { sendOrders, workOrders } from './workers/fifo.mjs'
import { failAtWork, workDeadLetters, workTopics } from './workers/redrive.mjs'
import { changeSettings, makeBriefQueues, purgeOften } from './workers/settings.mjs'
import { workLongPolls, workStandard } from './workers/standard.mjs'

const groups = ['red', 'green', 'blue', 'white', 'black']

/**
 * Puts load of every kind on a run of twinmq until no more calls are to be made. Resolves when the last one has its
 * answer, or none.
 */
export async function workAll(run, round) {
  const { json, query, mns } = run
  await Promise.all([
    workStandard(run, json, 'plain'),
    workStandard(run, query, 'plain'),
    workStandard(run, mns, 'plain'),
    workStandard(run, mns, 'post'),
    workLongPolls(run, round % 2 ? mns : json, round % 2 ? json : mns, 'post'),
    ...groups.map((group) => sendOrders(run, json, group, round)),
    workOrders(run, json),
    workOrders(run, round % 2 ? mns : query),
    failAtWork(run, json),
    workDeadLetters(run, json),
    workTopics(run, mns, json),
    changeSettings(run, json, mns),
    makeBriefQueues(run, json, mns, 4),
    purgeOften(run, json),
  ])
}
