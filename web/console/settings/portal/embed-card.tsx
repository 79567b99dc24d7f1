import { Button } from '../../../ui/buttons/button.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import { widgetSnippet } from './snippets.ts'
import type { WidgetPage } from './widget-page.tsx'

/** Renders the code that adds the widget to a page, with its token. */
export const EmbedCard = ({ publicUrl, slug, widgetToken }: WidgetPage) => (
  <Card title={messages.embed} description={messages.embedText}>
    <div className="flex flex-col gap-4">
      <Secret value={widgetSnippet({ publicUrl, slug, token: widgetToken })} label={messages.copyEmbed} block />
      <div>
        <Button opens="renew-token">{messages.renewToken}</Button>
      </div>
    </div>
    <ConfirmDialog
      id="renew-token"
      intent="renew-token"
      title={messages.renewTokenTitle}
      description={messages.renewTokenText}
      confirm={messages.renewTokenConfirm}
    />
  </Card>
)
