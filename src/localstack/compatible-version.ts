const form = /^(\d+)\.(\d+)\.(\d+)/

/**
 * A version of twinmq as tools for LocalStack are told it: they read a plain `x.y.z`, and take one below 4 for an old
 * LocalStack that they serve in another way. Versions from 4.0.0 on stand as they are; an earlier `a.b.c` is told as
 * `4.(100a + b).c`, which rises as it does.
 */
export function compatibleVersion(version: string): string {
  const [major = 0, minor = 0, patch = 0] = (form.exec(version) ?? []).slice(1).map(Number)
  return major >= 4 ? `${major}.${minor}.${patch}` : `4.${100 * major + minor}.${patch}`
}
