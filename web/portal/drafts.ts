/** Keeps unsent form text in this browser across reloads until it has been sent. */
export function keepDrafts(): void {
  discardSubmittedDraft()
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) restoreDraft(form)
  document.addEventListener('input', (event) => {
    const form = (event.target as HTMLInputElement).form
    if (form?.dataset.draft) saveDraft(form)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    // The next page tells whether the form was accepted.
    if (form.dataset.draft) sessionStorage.setItem(submittedKey, keyOf(form))
  })
}

const submittedKey = 'heed sent'

const keyOf = (form: HTMLFormElement): string => `heed draft ${new URL(form.action).pathname} ${form.dataset.draft}`

/** Discards the draft of the previous page's form if this page confirms that it was accepted. */
function discardSubmittedDraft(): void {
  const sent = sessionStorage.getItem(submittedKey)
  if (sent === null || !document.querySelector('[data-done]')) return
  localStorage.removeItem(sent)
  sessionStorage.removeItem(submittedKey)
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fieldsOf = (form: HTMLFormElement): Field[] =>
  ([...form.elements] as Field[]).filter((field) =>
    field.matches('textarea, select, input:not([type=hidden], [tabindex="-1"])'),
  )

function saveDraft(form: HTMLFormElement): void {
  const fields = fieldsOf(form)
  const isBlank = fields.every((field) => field instanceof HTMLSelectElement || field.value === '')
  if (isBlank) localStorage.removeItem(keyOf(form))
  else localStorage.setItem(keyOf(form), JSON.stringify(fields.map(({ name, value }) => [name, value])))
}

/** Restores a draft unless the page itself has filled in the form, which is newer. */
export function restoreDraft(form: HTMLFormElement): void {
  const stored = localStorage.getItem(keyOf(form))
  if (stored === null) return
  const values = new Map(JSON.parse(stored) as [string, string][])
  const fields = fieldsOf(form).filter((field) => values.has(field.name))
  const isFilled = fields.some((field) => !(field instanceof HTMLSelectElement) && field.value !== '')
  if (isFilled) return
  for (const field of fields) field.value = values.get(field.name)!
}
