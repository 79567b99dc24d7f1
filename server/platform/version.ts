import packageFile from '../../package.json' with { type: 'json' }

/** The version of this Heed, as package.json has it. */
export const version: string = packageFile.version
