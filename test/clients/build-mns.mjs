import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { attempt } from './attempt.mjs'

/** Versions of the Java SDK of MNS: the newest of each major one. */
export const mnsJavaVersions = ['2.0.0', '1.4.0']

/** The plugin that fetches Java packages, at one version. */
export const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'

/** Fetches one version of the Java SDK, and compiles what makes its calls. */
export function buildMnsJava(version) {
  return async (source, folder) => {
    for (const old of ['lib', 'classes']) await rm(join(folder, old), { recursive: true, force: true })
    const words = [`-Dmns.version=${version}`, `-DoutputDirectory=${join(folder, 'lib')}`]
    const noJars = await attempt('mvn', ['-q', '-B', '-ntp', copyDependencies, ...words], source)
    if (noJars) return `mvn (with Java 17 or later, on the PATH) could not fetch aliyun-sdk-mns ${version}: ${noJars}`
    const files = [...(await filesOf(join(source, 'common'))), ...(await filesOf(join(source, version)))]
    const flags = ['--release', '17', '-nowarn', '-d', join(folder, 'classes'), '-cp', join(folder, 'lib', '*')]
    const problem = await attempt('javac', [...flags, ...files], source)
    return problem && `javac could not compile the calls of aliyun-sdk-mns ${version}: ${problem}`
  }
}

/**
 * Compiles the tests that the Go package of MNS has of its own, as they are.
 */
export async function buildAliyungo(source, folder) {
  const variables = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly', CGO_ENABLED: '0' }
  const words = ['test', '-c', '-o', join(folder, 'mns.test'), 'github.com/denverdino/aliyungo/mns']
  const problem = await attempt('go', words, source, variables)
  if (problem) return `go (1.24 or later, on the PATH) could not build the tests of aliyungo/mns: ${problem}`
  return undefined
}

async function filesOf(folder) {
  return (await readdir(folder)).map((name) => join(folder, name))
}
