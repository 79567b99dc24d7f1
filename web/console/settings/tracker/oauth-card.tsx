import { useEffect } from 'react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { trackerMessages as messages } from '../../messages/settings/tracker.ts'

/**
 * Leads to Linear. By a link, since the policy of the page lets no form lead to another site; with script it is followed
 * at once.
 */
export function OAuthCard({ url }: { url: string | undefined }) {
  useEffect(() => {
    if (url !== undefined) window.location.assign(url)
  }, [url])
  return (
    <Card title={messages.consentTitle} description={messages.consentText}>
      {url === undefined ? (
        <ActionForm intent="consent">
          <div>
            <SubmitButton>{messages.consent}</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <a href={url} className="button" data-look="primary">
          {messages.consent}
        </a>
      )}
    </Card>
  )
}
