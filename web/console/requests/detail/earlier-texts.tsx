import type { EarlierText } from '#server/edits/queries.ts'
import { Time } from '../../../ui/data/time.tsx'
import { earlierTextMessages as messages } from '../../messages/requests/detail.ts'
import type { SharedProps } from './page.tsx'

interface EarlierTextsProps extends Pick<SharedProps, 'now' | 'zone'> {
  /** Newest first. */
  texts: EarlierText[]
}

/** Shows that an author has edited their text, and opens its earlier versions, which customers cannot see. */
export function EarlierTexts({ texts, now, zone }: EarlierTextsProps) {
  if (texts.length === 0) return null
  return (
    <details className="earlier-texts">
      <summary>{messages.summary({ count: texts.length })}</summary>
      <ol>
        {texts.map(({ id, at, title, body }) => (
          <li key={id}>
            <p className="text-13 text-muted">
              {messages.until} <Time value={at} now={now} zone={zone} />
            </p>
            {title !== null && (
              <p className="mt-1 font-medium" dir="auto">
                {title}
              </p>
            )}
            <p className="earlier-text" dir="auto">
              {body || messages.noText}
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
