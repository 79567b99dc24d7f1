import { generateCheckedToken, hashCheckedToken, isCheckedToken } from '../platform/crypto/checked-token.ts'

const prefix = 'heed_sk_'

export const generateApiKey = (): string => generateCheckedToken(prefix)

/** Returns whether the text has the format of a key. */
export const isWellFormedApiKey = (text: string): boolean => isCheckedToken(prefix, text)

export const hashApiKey = hashCheckedToken

/** Returns the beginning of a key: enough to recognize it in a list, too little to use it. */
export const displayPrefix = (key: string): string => key.slice(0, prefix.length + 4)
