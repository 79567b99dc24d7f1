import { Prose } from '../../../ui/prose.tsx'
import { request as words } from '../../words/request.ts'
import type { Detail } from './load.ts'

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
