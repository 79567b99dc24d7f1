import { createContext } from 'react'

export const paletteDialogId = 'palette'
export const shortcutsDialogId = 'keys'

interface CommandPaletteActions {
  openPalette(): void
  openShortcuts(): void
  /** Fetches the palette, when it is about to be opened. */
  preloadPalette(): Promise<unknown>
}

const nothing = () => {}

/** What the frame can open from anywhere in it. */
export const CommandPaletteContext = createContext<CommandPaletteActions>({
  openPalette: nothing,
  openShortcuts: nothing,
  preloadPalette: async () => {},
})
