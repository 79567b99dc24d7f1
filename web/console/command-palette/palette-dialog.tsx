import {
  ArrowLeftRight,
  ArrowRight,
  CircleUser,
  Megaphone,
  MessageSquareText,
  Plus,
  Settings,
  SunMoon,
} from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSubmit } from 'react-router'
import { CommandPalette } from '../../ui/pickers/command-palette.tsx'
import type { WorkspaceLayoutData } from '../layout/workspace-layout.tsx'
import { paletteMessages as messages } from '../messages/command-palette.ts'
import { commandsFor, formCommands } from './commands.ts'
import { paletteDialogId } from './context.ts'

const icons = {
  [messages.pages]: <ArrowRight aria-hidden />,
  [messages.actions]: <Plus aria-hidden />,
  [messages.settings]: <Settings aria-hidden />,
  [messages.preferences]: <SunMoon aria-hidden />,
  [messages.workspaces]: <ArrowLeftRight aria-hidden />,
  [messages.requests]: <MessageSquareText aria-hidden />,
  [messages.entries]: <Megaphone aria-hidden />,
  [messages.customers]: <CircleUser aria-hidden />,
}

/** Opens on mount: it is loaded only when someone opens it. */
export default function PaletteDialog({ frame }: { frame: WorkspaceLayoutData }) {
  const navigate = useNavigate()
  useEffect(() => {
    const dialog = document.getElementById(paletteDialogId)
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }, [])
  const submit = useSubmit()
  const { pathname, search } = useLocation()
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
      loadUrl={`/w/${frame.workspace.slug}/search/picks`}
      icons={icons}
      onSelect={({ value }) => run(value)}
    />
  )
}
