import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormActions, SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { portalMessages as messages } from '../../messages/settings/portal.ts'
import type { WidgetPage } from './widget-page.tsx'

/** Renders the origins that may embed the widget. */
export const OriginsCard = ({ portal }: WidgetPage) => (
  <Card title={messages.widget} description={messages.widgetText}>
    <ActionForm intent="origins" guard draftKey="settings:origins" noValidate>
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
        <SubmitButton>{settingsMessages.save}</SubmitButton>
      </FormActions>
    </ActionForm>
  </Card>
)
