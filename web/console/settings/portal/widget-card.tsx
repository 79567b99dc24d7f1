import { Button } from '../../../ui/buttons/button.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'
import { widgetSnippet } from './snippets.ts'

/** Renders the origins that may embed the widget, and the embed code. */
export function WidgetCard({ portal, publicUrl, slug, widgetToken }: PortalPage) {
  return (
    <Card title={messages.widget} description={messages.widgetText}>
      <div className="flex flex-col gap-6">
        <ActionForm intent="origins" noValidate>
          <Field name="widgetOrigins" label={messages.origins} optional help={messages.originsHelp}>
            <TextArea
              // Shows the saved origins as the server normalized them.
              key={portal.widgetOrigins.join()}
              defaultValue={portal.widgetOrigins.join('\n')}
              rows={3}
              mono
              spellCheck={false}
              autoCapitalize="none"
            />
          </Field>
          <FormActions>
            <SubmitButton look="normal">{messages.saveOrigins}</SubmitButton>
          </FormActions>
        </ActionForm>
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-13">{messages.embed}</h3>
          <Secret value={widgetSnippet({ publicUrl, slug, token: widgetToken })} label={messages.copyEmbed} block />
          <p className="text-12 text-muted">{messages.embedText}</p>
          <div>
            <Button opens="renew-token">{messages.renewToken}</Button>
          </div>
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
}
