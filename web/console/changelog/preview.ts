import { previewEntry } from '#server/changelog/preview.ts'
import { EntryCreate } from '#server/changelog/schema.ts'
import { checked } from '#server/console/form.ts'
import { acts } from '#server/console/page.ts'
import { Strict } from '#server/platform/schemas.ts'

export { clientAction } from '../staying.ts'

const Text = Strict({ body: EntryCreate.properties.body })

/** The text as customers will read it. */
export const action = acts.member({
  preview: async ({ form }) => ({ html: previewEntry(checked(Text, { body: form.text('body') }).body ?? '') }),
})
