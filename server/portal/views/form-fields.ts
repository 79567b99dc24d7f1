import { type Html, html } from '../../platform/formats/html.ts'

/** Returns the attributes that link a field to its error, which is read first, and to its help. */
export const describedBy = (id: string, error: string | undefined, hasHelp: boolean): Html | null => {
  const ids = [...(error === undefined ? [] : [`${id}-fault`]), ...(hasHelp ? [`${id}-help`] : [])]
  return html`${ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : null}${error === undefined ? null : html` aria-invalid="true"`}`
}

/** Renders the error of a field, if it has one. */
export const fieldError = (id: string, error: string | undefined): Html | null =>
  error === undefined ? null : html`<p class="fault" id="${id}-fault">${error}</p>`
