import { createContext } from 'react'

export const paletteId = 'palette'
export const keysId = 'keys'

interface Tools {
  openPalette(): void
  openKeys(): void
  /** Fetches the palette, when it is about to be opened. */
  expectPalette(): Promise<unknown>
}

const nothing = () => {}

/** What the frame can open from anywhere in it. */
export const ToolsContext = createContext<Tools>({
  openPalette: nothing,
  openKeys: nothing,
  expectPalette: async () => {},
})
