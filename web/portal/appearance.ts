/** Switches the theme without reloading the page. */
export function enableThemeSwitch(): void {
  document.querySelector<HTMLFormElement>('form[data-appearance]')?.addEventListener('submit', async (event) => {
    const button = event.submitter as HTMLButtonElement | null
    if (!button) return
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const root = document.documentElement
    if (button.value === 'system') delete root.dataset.theme
    else root.dataset.theme = button.value
    for (const each of form.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each === button))
    const body = new URLSearchParams({ theme: button.value, next: '/' })
    await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => {})
  })
}
