import { Fragment, useEffect } from 'react'
import { useLocation } from 'react-router'
import { Kbd } from '../../ui/data/badge.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { shortcutMessages as messages, type ShortcutGroup } from '../messages/command-palette.ts'
import { shortcutsDialogId } from './context.ts'

/** Lists the keyboard shortcuts of this page and of every page. */
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
            {group.lines.map(([keys, action]) => (
              <Line key={action} keys={keys} separator={keys.length > 2 ? '' : messages.or} action={action} />
            ))}
          </Group>
        ))}
        <Group name={messages.goTo}>
          {Object.entries(messages.areas)
            .filter(([key]) => key !== 's' || canSeeSettings)
            .map(([key, area]) => (
              <Line key={key} keys={['g', key]} separator={messages.followedBy} action={area} />
            ))}
        </Group>
      </div>
    </Dialog>
  )
}

/** Returns the shortcuts of the open page. */
function groupsOf(pathname: string): ShortcutGroup[] {
  const [area = '', page] = pathname.split('/').slice(3)
  if (area === 'inbox' && page === undefined) return [messages.inbox]
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

function Line({ keys, separator, action }: { keys: string[]; separator: string; action: string }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt className="text-muted">{action}</dt>
      <dd className="flex shrink-0 items-center gap-1">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && separator && <span className="text-12 text-faint">{separator}</span>}
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}
