import { Prose } from '../../../../ui/data/prose.tsx'
import { request as words } from '../../../messages/requests/detail.ts'
import type { Detail } from '../load.ts'

export function RequestText({ request: { feedback, descriptionHtml } }: Pick<Detail, 'request'>) {
  return (
    <div className="request-text request-prose">
      {feedback.description === '' ? (
        <p className="text-faint">{words.noDescription}</p>
      ) : (
        <Prose html={descriptionHtml} />
      )}
    </div>
  )
}
