import { ExternalLink, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '../../../../ui/data/avatar.tsx'
import { DescriptionList } from '../../../../ui/data/list-row.tsx'
import { StageIcon } from '../../../../ui/data/stage-badge.tsx'
import { stageLabels } from '../../../../ui/messages.ts'
import {
  contextMessages as messages,
  requestMessages,
  trackerIssueMessages,
} from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'
import type { SharedProps } from '../page.tsx'
import { personName } from '../person-name.ts'
import { SidebarSection } from './section.tsx'

/** Shows what was submitted with the request and only the team can see. */
export function PrivateContextSection({ request, home, listQuery }: RequestDetail & SharedProps) {
  const { submitter, otherRequests, sourceUrl, metadata } = request
  const members = Object.entries(metadata ?? {})
  return (
    <SidebarSection
      title={messages.title}
      end={
        <span className="request-private" title={messages.note}>
          <Lock aria-hidden />
          <span className="visually-hidden">{messages.note}</span>
        </span>
      }
    >
      {submitter && (
        <div className="request-submitter-card">
          <Avatar name={personName(submitter)} />
          <div className="min-w-0">
            <p>
              <Link className="text-link" to={`${home}/customers/${submitter.id}`} dir="auto">
                {personName(submitter)}
              </Link>
            </p>
            {submitter.name && submitter.email && <p className="text-muted text-12">{submitter.email}</p>}
          </div>
        </div>
      )}
      <DescriptionList
        facts={[
          ...(submitter ? [] : [[messages.submitter, requestMessages.anonymous] as [string, string]]),
          [messages.externalId, submitter?.externalId ?? null],
          [messages.source, sourceUrl && <Source url={sourceUrl} />],
        ]}
      />
      {members.length > 0 && <Metadata members={members} />}
      {otherRequests.length > 0 && (
        <div>
          <h3 className="request-subhead">{messages.others}</h3>
          <ul className="request-others">
            {otherRequests.map(({ id, title, stage }) => (
              <li key={id}>
                <Link to={`${home}/requests/${id}${listQuery}`} title={`${title} · ${stageLabels[stage]}`}>
                  <StageIcon stage={stage} />
                  <span className="truncate" dir="auto">
                    {title}
                  </span>
                  <span className="visually-hidden">{stageLabels[stage]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </SidebarSection>
  )
}

/** Links to an untrusted URL, in a new window and without a referrer. */
function Source({ url }: { url: string }) {
  const label = url.replace(/^https?:\/\//, '')
  return (
    <a className="text-link request-outside" href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      <span className="truncate">{label}</span>
      <ExternalLink aria-hidden />
      <span className="visually-hidden">{trackerIssueMessages.newWindow}</span>
    </a>
  )
}

type Value = string | number | boolean | null

function Metadata({ members }: { members: [name: string, value: Value][] }) {
  return (
    <table className="request-metadata">
      <caption className="visually-hidden">{messages.metadata}</caption>
      <tbody>
        {members.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td dir="auto">{formatValue(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatValue(value: Value): string {
  if (value === null || value === '') return messages.empty
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  return String(value)
}
