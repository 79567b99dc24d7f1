import { ArrowLeftRight, ArrowRight, CircleUser, Megaphone, MessageSquareText, Plus, Settings } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Palette } from '../../ui/pickers/command-palette.tsx'
import type { Frame } from '../layout/workspace-layout.tsx'
import { palette as words } from '../messages/command-palette.ts'
import { commandsFor } from './commands.ts'
import { paletteId } from './context.ts'

const icons = {
  [words.pages]: <ArrowRight aria-hidden />,
  [words.actions]: <Plus aria-hidden />,
  [words.settings]: <Settings aria-hidden />,
  [words.workspaces]: <ArrowLeftRight aria-hidden />,
  [words.requests]: <MessageSquareText aria-hidden />,
  [words.entries]: <Megaphone aria-hidden />,
  [words.customers]: <CircleUser aria-hidden />,
}

/** Opens as soon as it is there: it is fetched because somebody asked for it. */
export default function PaletteDialog({ frame }: { frame: Frame }) {
  const navigate = useNavigate()
  useEffect(() => {
    const dialog = document.getElementById(paletteId)
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }, [])
  return (
    <Palette
      id={paletteId}
      label={words.label}
      placeholder={words.placeholder}
      commands={commandsFor(frame)}
      loadUrl={`/w/${frame.workspace.slug}/search/picks`}
      icons={icons}
      onPick={({ value }) => navigate(value)}
    />
  )
}
