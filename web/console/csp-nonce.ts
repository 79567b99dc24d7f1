import { createContext } from 'react'

/** The nonce of this answer's Content-Security-Policy; nothing in the browser, which does not need it. */
export const NonceContext = createContext<string | undefined>(undefined)
