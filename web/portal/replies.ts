import { restoreDraft } from './drafts.ts'

/** The form of a reply opens where it belongs; it is the one that the link leads to. */
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

/** The comment, or the last of its replies. */
function lastReplyOf(comment: Element): Element {
  let last = comment
  while (last.nextElementSibling?.matches('.reply')) last = last.nextElementSibling
  return last
}

async function fetchReplyForm(address: string): Promise<Element | null> {
  try {
    const answer = await fetch(address)
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#reply') : null
  } catch {
    return null
  }
}
