import packageFile from '../package.json' with { type: 'json' }

/**
 * Version of this twinmq: of the package, of the image, and what tools for LocalStack are told. They read a plain `x.y.z`, and
 * take one below 4 for an old LocalStack that they serve in another way.
 */
export const version: string = packageFile.version
