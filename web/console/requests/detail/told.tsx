import { Link } from 'react-router'
import { useBackgroundFetcher } from '../../../ui/lib/background-loads.ts'
import { toldMessages as messages } from '../../messages/requests/detail.ts'
import { personName } from './person-name.ts'
import type { ToldResponse } from './told-loader.ts'

interface ToldProps {
  home: string
  requestId: string
  /** The entry of the history or the comment, as in the query: `event=…` or `comment=…`. */
  of: string
  /** "Emailed 3 people". */
  text: string
}

/** Shows how many people were emailed about an event, and lists them when it is opened. */
export function Told({ home, requestId, of, text }: ToldProps) {
  const { load, data, state, hasFailed } = useBackgroundFetcher<ToldResponse>()
  return (
    <details
      className="told"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && data === undefined && state === 'idle')
          load(`${home}/requests/${requestId}/told?${of}`)
      }}
    >
      <summary>{text}</summary>
      {data === undefined ? (
        <p role="status">{hasFailed ? messages.offline : messages.loading}</p>
      ) : (
        <ul>
          {data.people.map((person) => (
            <li key={person.id}>
              <Link className="text-link" to={`${home}/customers/${person.id}`} dir="auto">
                {personName(person)}
              </Link>
              {person.name && person.email && <span> {person.email}</span>}
            </li>
          ))}
          {data.hasMore && <li>{messages.more}</li>}
        </ul>
      )}
    </details>
  )
}
