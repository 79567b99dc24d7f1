import { restoreDraft } from './drafts.ts'

/** Opens the reply form below its comment. The form comes from the page that the link leads to. */
export function enableInlineReplies(): void {
  document.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-reply], a[data-cancel]')
    if (!link) return
    event.preventDefault()
    if (link.matches('[data-reply]')) void open(link)
    else close(link)
  })
}

async function open(link: HTMLAnchorElement): Promise<void> {
  const item = await fetchReplyForm(link.href)
  if (item === null) return location.assign(link.href)
  document.querySelector('#reply')?.remove()
  lastReplyOf(link.closest('.comment')!).after(item)
  const form = item.querySelector('form')!
  restoreDraft(form)
  form.querySelector('textarea')!.focus()
}

function close(link: HTMLAnchorElement): void {
  const item = link.closest('#reply')!
  document.querySelector<HTMLElement>(`${new URL(link.href).hash} [data-reply]`)?.focus()
  item.remove()
}

/** Returns the last reply to a comment, or the comment itself. */
function lastReplyOf(comment: Element): Element {
  let last = comment
  while (last.nextElementSibling?.matches('.reply')) last = last.nextElementSibling
  return last
}

async function fetchReplyForm(address: string): Promise<Element | null> {
  try {
    const response = await fetch(address)
    return response.ok
      ? new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#reply')
      : null
  } catch {
    return null
  }
}
