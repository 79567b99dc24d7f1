import { useEffect } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'

/**
 * Leads to Linear's consent page. It renders a link, because the content security policy lets no form redirect to another
 * site; with JavaScript, the browser follows it right away.
 */
export function OAuthCard({ url }: { url: string | undefined }) {
  useEffect(() => {
    if (url !== undefined) window.location.assign(url)
  }, [url])
  return (
    <Card title={messages.oauthTitle} description={messages.oauthText}>
      {url === undefined ? (
        <ActionForm intent="oauth">
          <div>
            <SubmitButton>{messages.oauth}</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <a href={url} className="button" data-look="primary">
          {messages.oauth}
        </a>
      )}
    </Card>
  )
}
