import { Search } from 'lucide-react'
import { type MouseEvent, use } from 'react'
import { Form } from 'react-router'
import { Kbd } from '../../ui/data/badge.tsx'
import { useCommandKey } from '../../ui/lib/use-command-key.ts'
import { layoutMessages as messages } from '../messages/layout.ts'
import { CommandPaletteContext } from './context.ts'

/** Opens the palette, or the search page without script. */
export function SearchButton({ home, iconOnly }: { home: string; iconOnly?: boolean }) {
  const { openPalette, preloadPalette } = use(CommandPaletteContext)
  const commandKey = useCommandKey()
  const open = (event: MouseEvent) => {
    event.preventDefault()
    // Close the drawer that the button may be in.
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    openPalette()
  }
  return (
    <Form method="get" action={`${home}/search`} className={iconOnly ? 'ms-auto' : undefined}>
      <button
        type="submit"
        className={iconOnly ? 'sidebar-item w-auto' : 'sidebar-search'}
        aria-label={iconOnly ? messages.search : undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={open}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
      >
        <Search size={iconOnly ? 20 : 16} aria-hidden />
        {!iconOnly && (
          <>
            <span className="truncate">{messages.search}</span>
            <span className="key-hint ms-auto">
              <Kbd>{commandKey === '⌘' ? '⌘K' : `${commandKey} K`}</Kbd>
            </span>
          </>
        )}
      </button>
    </Form>
  )
}
