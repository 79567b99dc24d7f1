// For tests; the programs that use the module are JavaScript too.
export declare const unusedFiles: RegExp
export declare const unusedFolders: string[]
export declare const unusedBuilds: string[]
