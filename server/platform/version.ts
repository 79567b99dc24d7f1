import packageFile from '../../package.json' with { type: 'json' }

/** This version of Heed, from package.json. */
export const version: string = packageFile.version
