import { Prose } from '../../../../ui/data/prose.tsx'
import { requestMessages as messages } from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'

export function RequestDescription({ request: { feedback, descriptionHtml } }: Pick<RequestDetail, 'request'>) {
  return (
    <div className="request-text request-prose">
      {feedback.description === '' ? (
        <p className="text-faint">{messages.noDescription}</p>
      ) : (
        <Prose html={descriptionHtml} />
      )}
    </div>
  )
}
