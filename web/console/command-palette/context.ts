import { createContext } from 'react'

export const paletteDialogId = 'palette'
export const shortcutsDialogId = 'keys'

interface CommandPaletteActions {
  openPalette(): void
  openShortcuts(): void
  /** Loads the palette’s code, when it is about to be opened. */
  preloadPalette(): Promise<unknown>
}

const noop = () => {}

/** Opens the palette and the shortcuts dialog from anywhere in the layout. */
export const CommandPaletteContext = createContext<CommandPaletteActions>({
  openPalette: noop,
  openShortcuts: noop,
  preloadPalette: async () => {},
})
