import { type Context, Hono } from 'hono'
import { type InitStage, type InitStages, initStages } from './init-state.ts'
import { pythonJson } from './python-json.ts'

/** `GET /init` and `GET /init/<stage>`: what the stages of a start have come to. Source: LocalStack documentation, initialization hooks. */
export function initRoutes(stages: InitStages): Hono {
  const app = new Hono()
  app.get('/', (context) => {
    const completed = Object.fromEntries(initStages.map((stage) => [stage, stages.completed(stage)]))
    return told(context, 200, { completed, scripts: stages.scripts().map(shown) })
  })
  app.get('/:stage', (context) => {
    const name = context.req.param('stage').toUpperCase()
    const stage = initStages.find((known) => known === name)
    if (!stage) return told(context, 404, { error: `no such stage ${name}; there are ${initStages.join(', ')}` })
    return told(context, 200, { completed: stages.completed(stage), scripts: scriptsOf(stages, stage) })
  })
  return app
}

function scriptsOf(stages: InitStages, stage: InitStage): object[] {
  return stages
    .scripts()
    .filter((script) => script.stage === stage)
    .map(shown)
}

function shown({ stage, name, state }: ReturnType<InitStages['scripts']>[number]): object {
  return { stage, name, state }
}

function told(context: Context, status: 200 | 404, value: object): Response {
  return context.body(pythonJson(value), status, { 'Content-Type': 'application/json' })
}
