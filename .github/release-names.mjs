// Prints what a release needs to know, as lines of `name=value`, or says what package.json lacks and ends with exit code 1.
// Usage, in the folder of package.json: node .github/release-names.mjs TAG
import { readFileSync } from 'node:fs'

const {
  name,
  version,
  private: isPrivate,
  image,
  repository,
  publishConfig,
} = JSON.parse(readFileSync('package.json', 'utf8'))
const [, , tag = ''] = process.argv

/** Each condition of a release, and the line that says how to meet it. */
const conditions = [
  [
    tag === `v${version}`,
    `The tag is ${tag || 'missing'}, but package.json has version ${version}: tag the release v${version}.`,
  ],
  [!isPrivate, 'package.json has "private": remove it to publish the npm package.'],
  [name, 'package.json has no "name": add the name of the npm package.'],
  [repository, 'package.json has no "repository": add the address of the repository.'],
  [
    publishConfig?.registry,
    'package.json has no "publishConfig.registry": add the address of the npm registry to publish to.',
  ],
  [image, 'package.json has no "image": add the name of the container image, as <registry>/<owner>/<name>.'],
  [/^[^/]+\.[^/]+\/.+$/.test(image), `"image" in package.json is ${image}: write it as <registry>/<owner>/<name>.`],
]

const unmet = conditions.find(([isMet]) => !isMet)
if (unmet) {
  console.error(unmet[1])
  process.exit(1)
}
console.log(`version=${version}`)
console.log(`registry=${publishConfig.registry}`)
console.log(`image=${image}`)
console.log(`image-registry=${image.split('/')[0]}`)
