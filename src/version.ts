import packageFile from '../package.json' with { type: 'json' }

/** Version of this twinmq, as published. */
export const version: string = packageFile.version
