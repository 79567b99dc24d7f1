import { generateCheckedToken, hashCheckedToken, isCheckedToken } from '../../platform/crypto/checked-token.ts'

const accessPrefix = 'heed_at_'
const refreshPrefix = 'heed_rt_'

export const generateAccessToken = (): string => generateCheckedToken(accessPrefix)
export const generateRefreshToken = (): string => generateCheckedToken(refreshPrefix)

/** Returns whether the text has the format of an access token. */
export const isWellFormedAccessToken = (text: string): boolean => isCheckedToken(accessPrefix, text)

export const hashToken = hashCheckedToken
