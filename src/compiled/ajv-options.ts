import type { Options } from 'ajv'

/** How ajv reads the schemas of this program, when it is built and when it runs from source. */
export const ajvOptions: Options = { strict: true, strictRequired: false, allowUnionTypes: true, discriminator: true }
