type RedirectListener = (form: FormData, to: string) => void

const listeners = new Set<RedirectListener>()

/**
 * Reports that the server redirects a submitted form, before the router follows the redirect.
 * @param to the path within the router
 */
export function reportFormRedirect(form: FormData, to: string): void {
  for (const listener of listeners) listener(form, to)
}

/** Calls a function for each redirect of a form. @returns what ends it */
export function onFormRedirect(listener: RedirectListener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
