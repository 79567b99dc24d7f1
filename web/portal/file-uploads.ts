import { messages } from './messages.ts'

// The server’s limit, also checked here so that nobody uploads a file in vain.
const maxBytes = 10 * 1_048_576
const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif,.pdf,.zip,.csv,.txt,.log'

/** Uploads files that are pasted into a text field, dropped on it, or chosen. Forms can be added to the page later. */
export function enableFileUploads(): void {
  document.addEventListener('paste', (event) => {
    const area = areaOf(event)
    const { files, types } = event.clipboardData!
    // Office programs put a picture of copied text beside the text.
    if (area === null || files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    add(area, files)
  })
  document.addEventListener('dragover', (event) => {
    if (areaOf(event) && event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  document.addEventListener('drop', (event) => {
    const area = areaOf(event)
    if (area === null || !event.dataTransfer?.files.length) return
    event.preventDefault()
    add(area, event.dataTransfer.files)
  })
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-attach]')
    const area = button && document.querySelector<HTMLTextAreaElement>(`#${button.dataset.attach}`)
    if (area) pick(area)
  })
  // A form that is sent before its files are uploaded would contain placeholders.
  document.addEventListener(
    'submit',
    (event) => {
      const areas = (event.target as HTMLFormElement).elements
      if ([...areas].some((area) => pending.get(area as HTMLTextAreaElement))) {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
    },
    { capture: true },
  )
}

const areaOf = ({ target }: Event): HTMLTextAreaElement | null =>
  (target as Element).closest<HTMLTextAreaElement>('textarea[data-files]')

function pick(area: HTMLTextAreaElement): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: accepted, multiple: true })
  input.addEventListener('change', () => add(area, input.files!))
  input.click()
}

// The number of files that are being uploaded to a text field.
const pending = new WeakMap<HTMLTextAreaElement, number>()

function add(area: HTMLTextAreaElement, files: FileList): void {
  show(area, '')
  for (const file of files) void insert(area, file)
}

async function insert(area: HTMLTextAreaElement, file: File): Promise<void> {
  const { name } = file
  const placeholder = `![${messages.uploadPlaceholder({ name: name.replaceAll(/[[\]]/g, ' ') })}]()`
  const before = area.selectionStart === 0 || area.value[area.selectionStart - 1] === '\n' ? '' : '\n'
  area.setRangeText(`${before}${placeholder}\n`, area.selectionStart, area.selectionEnd, 'end')
  changePending(area, 1)
  let error = ''
  const markdown = await upload(area.dataset.files!, file).catch((reason: Error) => {
    error = reason.message
    return ''
  })
  changePending(area, -1)
  if (error !== '') show(area, error)
  const at = area.value.indexOf(placeholder)
  if (at < 0) return
  area.setRangeText(markdown, at, at + placeholder.length, 'preserve')
  // Saves the draft.
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Uploads a file. @throws an error whose message is for the reader */
async function upload(address: string, file: File): Promise<string> {
  const { name } = file
  if (file.size > maxBytes) throw new Error(messages.uploadTooLarge({ name }))
  const headers = { accept: 'application/json', 'heed-file-name': encodeURIComponent(name) }
  const response = await fetch(address, { method: 'POST', body: file, headers }).catch(() => null)
  const body = (await response?.json().catch(() => null)) as { markdown?: string; error?: { message: string } } | null
  if (response?.ok && body?.markdown) return body.markdown
  const reason = body?.error?.message ?? (response === null ? messages.offline : messages.failed)
  throw new Error(messages.uploadFailed({ name, reason }))
}

function changePending(area: HTMLTextAreaElement, by: number): void {
  const count = (pending.get(area) ?? 0) + by
  pending.set(area, count)
  show(area, count > 0 ? messages.uploading({ count }) : '')
}

function show(area: HTMLTextAreaElement, text: string): void {
  document.querySelector(`[data-attach-status="${area.id}"]`)!.textContent = text
}
