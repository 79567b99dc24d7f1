/** Clears a field's error while the field is edited; sending the form validates it again. */
export function clearFieldErrorsOnInput(): void {
  document.addEventListener('input', ({ target }) => {
    const field = target as HTMLElement
    if (field.getAttribute('aria-invalid') !== 'true') return
    field.removeAttribute('aria-invalid')
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    for (const id of described) {
      const text = document.getElementById(id)
      if (text?.classList.contains('fault')) text.remove()
    }
  })
}

/** Removes a logo that does not load, so that only the name is shown. */
export function hideBrokenLogo(): void {
  const logo = document.querySelector<HTMLImageElement>('.logo')
  logo?.decode().catch(() => logo.remove())
}
