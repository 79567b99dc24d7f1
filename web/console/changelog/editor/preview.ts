import { previewEntry } from '#server/changelog/console/preview.ts'
import { EntryCreate } from '#server/changelog/schema.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/handlers.ts'
import { Strict } from '#server/platform/schemas.ts'

export { clientAction } from '../../offline-action.ts'

const Text = Strict({ body: EntryCreate.properties.body })

/** The text as customers will read it. */
export const action = acts.member({
  preview: async ({ form }) => ({ html: previewEntry(checked(Text, { body: form.text('body') }).body ?? '') }),
})
