import { uuid } from '../aws/uuid.ts'

/** What a task handle holds: the task, and the queue it moves messages out of. */
type TaskHandle = { readonly taskId: string; readonly sourceArn: string }

/** The handle of a task: base64 of JSON, as AWS's own is. Source: SQS API Reference, StartMessageMoveTask, TaskHandle. */
export function printTaskHandle(id: string, sourceArn: string): string {
  return Buffer.from(JSON.stringify({ taskId: uuid(id), sourceArn })).toString('base64')
}

/** What a handle holds, the task by its id in the model; undefined for a text that is no handle. */
export function readTaskHandle(handle: string): TaskHandle | undefined {
  const { taskId, sourceArn } = membersIn(Buffer.from(handle, 'base64').toString('utf8'))
  if (typeof taskId !== 'string' || typeof sourceArn !== 'string') return undefined
  return { taskId: taskId.replaceAll('-', ''), sourceArn }
}

function membersIn(json: string): { readonly taskId?: unknown; readonly sourceArn?: unknown } {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
