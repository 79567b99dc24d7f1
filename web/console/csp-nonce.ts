import { createContext } from 'react'

/** The nonce of this response's Content-Security-Policy. Undefined in the browser, which doesn't need it. */
export const NonceContext = createContext<string | undefined>(undefined)
