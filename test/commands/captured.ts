import { expect, onTestFinished, vi } from 'vitest'
import { CommandFailure, type Subcommand } from '../../src/commands/subcommand.ts'

/** How a command ended: its exit code and what it wrote; for one that failed, its message as if it were written. */
type Ran = { readonly code: number | undefined; readonly stdout: string; readonly stderr: string }

/** Runs a command in this process, with no variables of twinmq but these. Its row must list the exit code. */
export async function run(
  command: Subcommand,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  for (const name of Object.keys(process.env)) if (name.startsWith('TWINMQ_')) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      return true
    }),
  )
  const listed = <C extends number | undefined>(code: C): C => {
    if (code !== undefined) expect(Object.keys(command.exits)).toContain(`${code}`)
    return code
  }
  try {
    return { code: listed(await command.run(words)), ...written }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    listed(error.code)
    return { code: error.code, stdout: written.stdout, stderr: `${written.stderr}twinmq: ${error.message}\n` }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
