/**
 * Runs a block as a reader does who pastes one after the other into a shell: what one exports, the next one has. Programs
 * that it leaves running end with the page.
 */
export function runShell({ text }, world) {
  const script = `set -euo pipefail
[ ! -e "$PAGE_EXPORTS" ] || . "$PAGE_EXPORTS"
${text}
export -p >"$PAGE_EXPORTS"
`
  return world.run(['bash', '-c', script])
}
