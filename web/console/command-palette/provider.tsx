import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazyWithRetry } from '../../ui/lib/lazy-with-retry.ts'
import { useShortcuts } from '../../ui/lib/use-shortcuts.ts'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { CommandPaletteContext, paletteDialogId, shortcutsDialogId } from './context.ts'
import { useRecentPages } from './recent-pages.ts'
import { recordTyping } from './record-typing.ts'

const loadPaletteDialog = () => import('./palette-dialog.tsx')
const ShortcutsDialog = lazyWithRetry(async () => (await import('./shortcuts-dialog.tsx')).default)

type PaletteDialog = Awaited<ReturnType<typeof loadPaletteDialog>>['default']

interface CommandPaletteProviderProps {
  frame: WorkspaceLayoutData
  children: ReactNode
}

/** Provides the palette and the shortcuts dialog, loaded when first opened, and the shortcuts that open each area. */
export function CommandPaletteProvider({ frame, children }: CommandPaletteProviderProps) {
  const [Palette, setPalette] = useState<PaletteDialog | null>(null)
  const [hasShortcuts, setHasShortcuts] = useState(false)
  const navigate = useNavigate()
  const home = `/w/${frame.workspace.slug}`
  useRecentPages(home)
  const go = (path: string) => () => navigate(`${home}${path}`)
  const stopTyping = useRef<(() => string) | null>(null)
  const takeTyped = () => {
    const typed = stopTyping.current?.() ?? ''
    stopTyping.current = null
    return typed
  }
  const openPalette = () => {
    if (Palette !== null) return show(paletteDialogId)
    if (stopTyping.current !== null) return
    const typing = recordTyping(takeTyped)
    stopTyping.current = typing
    const isWanted = () => stopTyping.current === typing
    loadPaletteDialog().then(
      (loaded) => isWanted() && setPalette(() => loaded.default),
      // If the palette cannot load, as when offline, the page must get its keys back.
      () => isWanted() && takeTyped(),
    )
  }
  const openShortcuts = () => (hasShortcuts ? show(shortcutsDialogId) : setHasShortcuts(true))
  useShortcuts({
    // Once loaded, the palette handles this shortcut itself.
    ...(Palette === null && { 'mod+k': openPalette }),
    '?': openShortcuts,
    'g o': go(''),
    'g i': go('/inbox'),
    'g r': go('/requests'),
    'g m': go('/roadmap'),
    'g c': go('/changelog'),
    'g u': go('/customers'),
    ...(frame.can.seeSettings && { 'g s': go('/settings') }),
  })
  return (
    <CommandPaletteContext value={{ openPalette, openShortcuts, preloadPalette: loadPaletteDialog }}>
      {children}
      {Palette && <Palette frame={frame} takeTyped={takeTyped} />}
      <Suspense>{hasShortcuts && <ShortcutsDialog canSeeSettings={frame.can.seeSettings} />}</Suspense>
    </CommandPaletteContext>
  )
}

function show(id: string) {
  const dialog = document.getElementById(id)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
}
