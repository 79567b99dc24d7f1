import { Fragment, useEffect } from 'react'
import { useLocation } from 'react-router'
import { Kbd } from '../../ui/data/badge.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { shortcutMessages as messages, type ShortcutGroup } from '../messages/command-palette.ts'
import { shortcutsDialogId } from './context.ts'

/** What the keys do here and everywhere. */
export default function ShortcutsDialog({ canSeeSettings }: { canSeeSettings: boolean }) {
  const { pathname } = useLocation()
  useEffect(() => {
    const dialog = document.getElementById(shortcutsDialogId)
    if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  }, [])
  return (
    <Dialog id={shortcutsDialogId} title={messages.title} size="lg">
      <div className="columns-2 gap-8 max-sm:columns-1">
        {[...groupsOf(pathname), messages.everywhere].map((group) => (
          <Group key={group.name} name={group.name}>
            {group.lines.map(([keys, does]) => (
              <Line key={does} keys={keys} joint={keys.length > 2 ? '' : messages.or} does={does} />
            ))}
          </Group>
        ))}
        <Group name={messages.goTo}>
          {Object.entries(messages.areas)
            .filter(([key]) => key !== 's' || canSeeSettings)
            .map(([key, area]) => (
              <Line key={key} keys={['g', key]} joint={messages.inTurn} does={area} />
            ))}
        </Group>
      </div>
    </Dialog>
  )
}

/** Those of the page that is open. */
function groupsOf(pathname: string): ShortcutGroup[] {
  const [area = '', page] = pathname.split('/').slice(3)
  if (area === 'requests') return page === 'review' ? [messages.review] : page === 'new' ? [] : [messages.requests]
  if (area === 'roadmap') return [messages.roadmap]
  if (area === 'changelog' && page !== undefined) return [messages.editor]
  return []
}

function Group({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section className="mb-6 break-inside-avoid">
      <h3 className="mb-2 text-13">{name}</h3>
      <dl className="flex flex-col gap-2 text-13">{children}</dl>
    </section>
  )
}

function Line({ keys, joint, does }: { keys: string[]; joint: string; does: string }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-muted">{does}</dt>
      <dd className="flex shrink-0 items-center gap-1">
        {keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 && joint && <span className="text-12 text-faint">{joint}</span>}
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
