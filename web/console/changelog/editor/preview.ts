import { previewEntry } from '#server/changelog/console/preview.ts'
import { EntryCreate } from '#server/changelog/schema.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { Strict } from '#server/platform/schemas.ts'

export { clientAction } from '../../offline-action.ts'

const Text = Strict({ body: EntryCreate.properties.body })

/** Renders the text as customers will see it. */
export const action = actionFor.member({
  preview: async ({ form, home }) => ({
    html: previewEntry(validateForm(Text, { body: form.text('body') }).body ?? '', `/console${home}`),
  }),
})
