import type { ReactNode } from 'react'
import { Prose } from '../../../../ui/data/prose.tsx'
import { requestMessages as messages } from '../../../messages/requests/detail.ts'
import type { RequestDetail } from '../load.ts'

interface RequestDescriptionProps extends Pick<RequestDetail, 'request'> {
  /** Content to show after the text. */
  children: ReactNode
}

export function RequestDescription({ request: { feedback, descriptionHtml }, children }: RequestDescriptionProps) {
  return (
    <div className="request-text request-prose">
      {feedback.description === '' ? (
        <p className="text-faint">{messages.noDescription}</p>
      ) : (
        <Prose html={descriptionHtml} />
      )}
      {children}
    </div>
  )
}
