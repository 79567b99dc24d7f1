import { newUploadKey } from '../upload/upload-key.ts'
import { messages } from './messages.ts'

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
      if ([...areas].some((area) => (pending.get(area as HTMLTextAreaElement)?.size ?? 0) > 0)) {
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

// The controllers that cancel the running uploads of a text field.
const pending = new WeakMap<HTMLTextAreaElement, Set<AbortController>>()

const pendingOf = (area: HTMLTextAreaElement): Set<AbortController> => {
  const all = pending.get(area) ?? new Set()
  pending.set(area, all)
  return all
}

function add(area: HTMLTextAreaElement, files: FileList): void {
  show(area, '')
  for (const file of files) void insert(area, file)
}

async function insert(area: HTMLTextAreaElement, file: File, key: string = newUploadKey(), isRetry = false) {
  const { name } = file
  const placeholder = `![${messages.uploadPlaceholder({ name: name.replaceAll(/[[\]]/g, ' ') })}]()`
  const before = area.selectionStart === 0 || area.value[area.selectionStart - 1] === '\n' ? '' : '\n'
  area.setRangeText(`${before}${placeholder}\n`, area.selectionStart, area.selectionEnd, 'end')
  const canceling = new AbortController()
  pendingOf(area).add(canceling)
  showProgress(area, 0)
  const result = await upload(area, file, { key, isRetry, canceling })
  pendingOf(area).delete(canceling)
  if (pendingOf(area).size === 0) show(area, '')
  if (result.error !== '') show(area, result.error)
  if (result.canRetry) addButton(area, messages.uploadRetry, () => void insert(area, file, key, true))
  const at = area.value.indexOf(placeholder)
  if (at < 0) return
  area.setRangeText(result.markdown, at, at + placeholder.length, 'preserve')
  // Saves the draft.
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

interface Attempt {
  key: string
  isRetry: boolean
  canceling: AbortController
}

async function upload(area: HTMLTextAreaElement, file: File, { key, isRetry, canceling }: Attempt) {
  const { name } = file
  const fail = (error: string, canRetry = false) => ({ markdown: '', error, canRetry })
  const offline = messages.uploadFailed({ name, reason: messages.uploadOffline })
  // Loaded when the first file is chosen.
  const loaded = await import('../upload/send-upload.ts').catch(() => null)
  if (loaded === null) return fail(offline, true)
  const onProgress = (percent: number) => showProgress(area, percent)
  const task = { url: area.dataset.files!, file, key, isRetry, signal: canceling.signal, onProgress }
  const result = await loaded.sendUpload(task)
  if (result.kind === 'canceled') return fail('')
  if (result.kind === 'lost') return fail(offline, true)
  if (result.kind !== 'response') return fail(messages.uploadTooLarge({ name }))
  const { markdown = '', error } = result.body as { markdown?: string; error?: { message: string } }
  if (result.status === 200 && markdown) return { markdown, error: '', canRetry: false }
  const reason = error?.message ?? messages.failed
  return fail(messages.uploadFailed({ name, reason }), result.status >= 500)
}

function showProgress(area: HTMLTextAreaElement, percent: number): void {
  const text = `${messages.uploading({ count: pendingOf(area).size })} ${percent}%`
  const status = statusOf(area)
  const { firstChild } = status
  // Keeps the button, because it may have the focus.
  if (status.querySelector('[data-cancel]') && firstChild instanceof Text) {
    firstChild.data = text
    return
  }
  show(area, text)
  const button = addButton(area, messages.uploadCancel, () => {
    for (const canceling of pendingOf(area)) canceling.abort()
    area.focus()
  })
  button.dataset.cancel = ''
}

function addButton(area: HTMLTextAreaElement, text: string, act: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text })
  button.className = 'button quiet'
  button.addEventListener('click', act)
  statusOf(area).append(' ', button)
  return button
}

function show(area: HTMLTextAreaElement, text: string): void {
  statusOf(area).textContent = text
}

const statusOf = ({ id }: HTMLTextAreaElement): Element => document.querySelector(`[data-attach-status="${id}"]`)!
