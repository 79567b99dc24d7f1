import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { createSavedView } from '#server/saved-views/create.ts'
import { deleteSavedView } from '#server/saved-views/delete.ts'
import { SavedViewCreate, SavedViewUpdate } from '#server/saved-views/schema.ts'
import { updateSavedView } from '#server/saved-views/update.ts'
import { viewMessages as messages } from '../../messages/requests/views.ts'
import { pickListFilter } from '../list/list-filter.ts'
import { notFoundAsFormError } from '../not-found.ts'

/**
 * Handles the forms of saved views. Form fields: `view` (the id), `query` (the filters shown; the list to return to), and
 * `name`.
 */
export const viewActions = {
  'save-view': async ({ form, write, home }: MemberActionContext) => {
    const query = readQuery(form)
    const input = { name: form.text('name'), query: query.toString(), isShared: form.flag('shared') }
    const id = await write((tx) => createSavedView(tx, validateForm(SavedViewCreate, input)))
    return showView(home, id, query, messages.saved)
  },
  'update-view': update(({ form }) => ({ query: readQuery(form).toString() }), messages.saved),
  'rename-view': update(({ form }) => ({ name: form.text('name') }), messages.renamed),
  'share-view': update(() => ({ isShared: true }), messages.nowShared),
  'unshare-view': update(() => ({ isShared: false }), messages.nowOwn),
  'delete-view': notFoundAsFormError(
    async ({ form, write, home }: MemberActionContext) => {
      const name = await write((tx) => deleteSavedView(tx, form.id('view')))
      return redirectWithFlash(`${home}/requests`, messages.deleted({ name }))
    },
    () => messages.gone,
  ),
}

function update(read: (context: MemberActionContext) => SavedViewUpdate, text: string) {
  const handle = async (context: MemberActionContext) => {
    const { form, write, home } = context
    const id = form.id('view')
    await write((tx) => updateSavedView(tx, id, validateForm(SavedViewUpdate, read(context))))
    return showView(home, id, readQuery(form), text)
  }
  return notFoundAsFormError(handle, () => messages.gone)
}

/** Reads the filters in the form of the list’s URL, without the view itself. */
function readQuery(form: MemberActionContext['form']): URLSearchParams {
  const query = new URLSearchParams(pickListFilter(new URLSearchParams(form.text('query'))))
  query.delete('view')
  return query
}

const showView = (home: string, id: string, query: URLSearchParams, text: string) =>
  redirectWithFlash(`${home}/requests?${new URLSearchParams([['view', id], ...query])}`, text, { tone: 'success' })
