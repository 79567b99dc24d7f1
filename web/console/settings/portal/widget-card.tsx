import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Secret } from '../../../ui/buttons/copy-button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { portalWords as words } from '../../messages/settings/portal.ts'
import type { PortalPage } from './page.tsx'
import { widgetSnippet } from './snippets.ts'

/** Where the widget may stand, and the code that puts it there. */
export function WidgetCard({ portal, publicUrl, slug, widgetToken }: PortalPage) {
  return (
    <Card title={words.widget} description={words.widgetText}>
      <div className="flex flex-col gap-6">
        <ActionForm intent="origins" noValidate>
          <Field name="widgetOrigins" label={words.origins} optional help={words.originsHelp}>
            <TextArea
              // What was saved is shown as it is kept.
              key={portal.widgetOrigins.join()}
              defaultValue={portal.widgetOrigins.join('\n')}
              rows={3}
              mono
              spellCheck={false}
              autoCapitalize="none"
            />
          </Field>
          <FormActions>
            <SubmitButton look="normal">{words.saveOrigins}</SubmitButton>
          </FormActions>
        </ActionForm>
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-13">{words.embed}</h3>
          <Secret value={widgetSnippet({ publicUrl, slug, token: widgetToken })} label={words.copyEmbed} block />
          <p className="text-12 text-muted">{words.embedText}</p>
          <div>
            <Button opens="renew-token">{words.renew}</Button>
          </div>
        </div>
      </div>
      <ConfirmDialog
        id="renew-token"
        intent="renew-token"
        title={words.renewTitle}
        description={words.renewText}
        confirm={words.renewConfirm}
      />
    </Card>
  )
}
