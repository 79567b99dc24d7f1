import {
  ArrowLeftRight,
  ArrowRight,
  CircleUser,
  History,
  Map as MapIcon,
  Megaphone,
  MessageSquareText,
  Plus,
  Settings,
  SunMoon,
  Users,
} from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useLocation, useNavigate, useSubmit } from 'react-router'
import { CommandPalette } from '../../ui/pickers/command-palette.tsx'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { paletteMessages as messages } from '../messages/command-palette.ts'
import { commandsFor, formCommands } from './commands.ts'
import { paletteDialogId } from './context.ts'
import { listRecentPages } from './recent-pages.ts'

const icons = {
  [messages.recent]: <History aria-hidden />,
  [messages.items]: <MapIcon aria-hidden />,
  [messages.members]: <Users aria-hidden />,
  [messages.pages]: <ArrowRight aria-hidden />,
  [messages.actions]: <Plus aria-hidden />,
  [messages.settings]: <Settings aria-hidden />,
  [messages.preferences]: <SunMoon aria-hidden />,
  [messages.workspaces]: <ArrowLeftRight aria-hidden />,
  [messages.requests]: <MessageSquareText aria-hidden />,
  [messages.entries]: <Megaphone aria-hidden />,
  [messages.customers]: <CircleUser aria-hidden />,
}

interface PaletteDialogProps {
  frame: WorkspaceLayoutData
  /** Returns the text typed since the palette was requested. */
  takeTyped: () => string
}

/** Opens on mount: it is loaded only when someone opens it. */
export default function PaletteDialog({ frame, takeTyped }: PaletteDialogProps) {
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const dialog = document.getElementById(paletteDialogId)
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }, [])
  const submit = useSubmit()
  const { pathname, search } = useLocation()
  const home = `/w/${frame.workspace.slug}`
  const run = (value: string) => {
    const command = formCommands[value]
    if (command) submit({ ...command.fields, next: nextPage(value) }, { method: 'post', action: command.action })
    else if (value === frame.portalUrl) open(value, '_blank', 'noopener')
    else navigate(value)
  }
  // Signing out leaves the workspace.
  const nextPage = (value: string) => (value === 'sign-out' ? '' : `${pathname}${search}`)
  return (
    <CommandPalette
      id={paletteDialogId}
      label={messages.label}
      placeholder={messages.placeholder}
      commands={commandsFor(frame)}
      recent={listRecentPages(home)
        .filter(({ value }) => value !== pathname)
        .map((page) => ({ ...page, group: messages.recent }))}
      loadUrl={`${home}/search/picks`}
      icons={icons}
      takeTyped={takeTyped}
      onSelect={({ value }) => run(value)}
    />
  )
}
