import { ExternalLink, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '../../../../ui/data/avatar.tsx'
import { Facts } from '../../../../ui/data/list-row.tsx'
import { StageIcon } from '../../../../ui/data/stage-badge.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { stageWords } from '../../../../ui/messages.ts'
import { request as requestWords, tracking, context as words } from '../../../messages/requests/detail.ts'
import type { Detail } from '../load.ts'
import type { Surroundings } from '../page.tsx'
import { personName } from '../person-name.ts'
import { SideSection } from './section.tsx'

/** What came with the request and nobody outside of the team reads. */
export function Context({ request, home, list, now, zone }: Detail & Surroundings) {
  const { submitter, otherRequests, sourceUrl, metadata, activeAt } = request
  const members = Object.entries(metadata ?? {})
  return (
    <SideSection
      title={words.title}
      end={
        <span className="request-private" title={words.note}>
          <Lock aria-hidden />
          <span className="visually-hidden">{words.note}</span>
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
      <Facts
        facts={[
          ...(submitter ? [] : [[words.submitter, requestWords.anonymous] as [string, string]]),
          [words.externalId, submitter?.externalId ?? null],
          [words.source, sourceUrl && <Source url={sourceUrl} />],
          [words.active, <Time key="active" value={activeAt} now={now} zone={zone} />],
        ]}
      />
      {members.length > 0 && <Metadata members={members} />}
      {otherRequests.length > 0 && (
        <div>
          <h3 className="request-subhead">{words.others}</h3>
          <ul className="request-others">
            {otherRequests.map(({ id, title, stage }) => (
              <li key={id}>
                <Link to={`${home}/requests/${id}${list}`} title={`${title} · ${stageWords[stage]}`}>
                  <StageIcon stage={stage} />
                  <span className="truncate" dir="auto">
                    {title}
                  </span>
                  <span className="visually-hidden">{stageWords[stage]}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </SideSection>
  )
}

/** Somebody's address: it opens elsewhere, and is told nothing of where it was opened. */
function Source({ url }: { url: string }) {
  const shown = url.replace(/^https?:\/\//, '')
  return (
    <a className="text-link request-outside" href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      <span className="truncate">{shown}</span>
      <ExternalLink aria-hidden />
      <span className="visually-hidden">{tracking.newWindow}</span>
    </a>
  )
}

type Value = string | number | boolean | null

function Metadata({ members }: { members: [name: string, value: Value][] }) {
  return (
    <table className="request-metadata">
      <caption className="visually-hidden">{words.metadata}</caption>
      <tbody>
        {members.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td dir="auto">{textOf(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function textOf(value: Value): string {
  if (value === null || value === '') return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return String(value)
}
