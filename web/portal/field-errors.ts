/** What was wrong with a field is not, once it is being written again; whether it is right now is seen when it is sent. */
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

/** A logo that does not load leaves its place to the name. */
export function hideBrokenLogo(): void {
  const logo = document.querySelector<HTMLImageElement>('.logo')
  logo?.decode().catch(() => logo.remove())
}
