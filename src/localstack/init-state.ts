/** The stages of a start and a stop that scripts may be attached to, in their order. */
export const initStages = ['BOOT', 'START', 'READY', 'SHUTDOWN'] as const

/** One stage of a start or a stop. */
export type InitStage = (typeof initStages)[number]

/** How far a script of a stage is: not begun, at work, ended well, ended badly. */
export type InitScriptState = 'UNKNOWN' | 'RUNNING' | 'SUCCESSFUL' | 'ERROR'

/** A script of a stage, as `GET /_localstack/init` shows it. */
export type InitScript = {
  readonly stage: InitStage
  /** Its file, as LocalStack names it: the path within the stage's folder, or the whole path. */
  readonly name: string
  readonly state: InitScriptState
}

/** What the stages of a start have come to. Read at every look, so an implementation may answer with what it holds now. */
export interface InitStages {
  /** Whether all scripts of a stage have ended, well or badly. A stage without scripts is completed once it is passed. */
  completed(stage: InitStage): boolean
  /** All scripts found, in the order in which they run. */
  scripts(): readonly InitScript[]
}
