import { Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { linkedEntriesMessages, mergedRequestsMessages } from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { SidebarSection } from './section.tsx'

/** Lists the changelog entries that link to the request. */
export function LinkedEntriesSection({ request: { entries }, home }: RequestDetail) {
  return (
    <SidebarSection title={linkedEntriesMessages.title}>
      {entries.length === 0 ? (
        <p className="request-none">{linkedEntriesMessages.none}</p>
      ) : (
        <ul className="request-entries">
          {entries.map(({ id, title, state }) => (
            <li key={id}>
              <Link className="text-link" to={`${home}/changelog/${id}`} dir="auto">
                {title}
              </Link>
              <Badge tone={state === 'published' ? 'success' : 'neutral'}>{linkedEntriesMessages.states[state]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </SidebarSection>
  )
}

/** Lists the requests merged into this one, each with a button that undoes the merge. */
export function MergedRequestsSection({ request: { merged }, can, now, zone }: RequestDetail & SharedProps) {
  return (
    <SidebarSection title={mergedRequestsMessages.title}>
      <ul className="request-merged">
        {merged.map(({ id, title, mergedAt }) => (
          <li key={id}>
            <div className="min-w-0 flex-1">
              <p dir="auto">{title}</p>
              <p className="text-muted text-12">
                {mergedRequestsMessages.at} <Time value={mergedAt} now={now} zone={zone} />
              </p>
            </div>
            {can.merge && (
              <ActionForm intent="unmerge" fields={{ mergedId: id }}>
                <SubmitButton
                  look="quiet"
                  size="sm"
                  icon={<Undo2 aria-hidden />}
                  aria-label={mergedRequestsMessages.undoLabel({ title })}
                >
                  {mergedRequestsMessages.undo}
                </SubmitButton>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}
