import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { applyTextEdit, readSelection } from '../../ui/lib/apply-text-edit.ts'
import { newUploadKey } from '../../upload/upload-key.ts'
import { fileMessages as messages } from '../messages/files.ts'
import { acceptedFiles, acceptedImages, type UploadedFile, UploadInterrupted, uploadFile } from './upload.ts'

interface PendingUpload {
  percent: number
  canceling: AbortController
}

interface FailedUpload {
  key: string
  message: string
  /** Null if a retry would fail too. */
  file: File | null
}

type PasteEvent = { clipboardData: DataTransfer; preventDefault(): void }

/** Inserts uploads into a text. */
export interface UploadTarget {
  /** Inserts Markdown as a paragraph of its own at the cursor. */
  insert(markdown: string): void
  /**
   * Replaces inserted Markdown where it is now. Does nothing if the writer has deleted it.
   * @param file null if the upload failed or was canceled
   */
  replace(markdown: string, by: string, file: UploadedFile | null): void
}

/** Uploads files into a text field. */
export interface FileUpload {
  /** Attributes of the element around the text field, which files can be dropped on. */
  target: {
    'data-dropping': '' | undefined
    onDragOver(event: DragEvent): void
    onDragLeave(event: DragEvent): void
    onDrop(event: DragEvent): void
  }
  /** Uploads pasted files. @returns whether there were any */
  paste(event: PasteEvent): boolean
  /** Opens the device’s file picker. */
  pick(): void
  /** The hidden file input, the progress and the error; to be rendered near the text field. */
  status: ReactNode
}

/**
 * Inserts a placeholder for each file, and replaces it with Markdown once the file is uploaded.
 * @param editor the editor that replaces the text field, if any
 * @param takes what can be uploaded: any number of files, or one image
 */
export function useFileUpload(
  area: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  editor?: RefObject<UploadTarget | null>,
  takes: 'files' | 'image' = 'files',
): FileUpload {
  const { workspace = '' } = useParams()
  const input = useRef<HTMLInputElement>(null)
  const pending = useRef(new Map<string, PendingUpload>())
  const [progress, setProgress] = useState<{ count: number; percent: number } | null>(null)
  const [failures, setFailures] = useState<FailedUpload[]>([])
  const [isDropping, setDropping] = useState(false)

  const show = () => {
    const all = [...pending.current.values()]
    const percent = Math.round(all.reduce((sum, each) => sum + each.percent, 0) / Math.max(1, all.length))
    setProgress(all.length === 0 ? null : { count: all.length, percent })
    // A form that is sent before its files are uploaded would contain placeholders.
    area.current?.setCustomValidity(all.length > 0 ? messages.wait : '')
  }

  const target = (): UploadTarget | null => {
    if (editor?.current) return editor.current
    return area.current instanceof HTMLTextAreaElement ? textFieldTarget(area.current) : null
  }

  const upload = async (file: File, key: string, isRetry = false) => {
    const { name } = file
    const placeholder = `![${messages.placeholder({ name: name.replaceAll(/[[\]]/g, ' ') })}]()`
    target()?.insert(placeholder)
    const own: PendingUpload = { percent: 0, canceling: new AbortController() }
    pending.current.set(key, own)
    show()
    const onProgress = (percent: number) => {
      own.percent = percent
      show()
    }
    try {
      const uploaded = await uploadFile(workspace, file, { key, isRetry, signal: own.canceling.signal, onProgress })
      target()?.replace(placeholder, uploaded?.markdown ?? '', uploaded)
    } catch (error) {
      target()?.replace(placeholder, '', null)
      const { message } = error as Error
      setFailures((all) => [...all, { key, message, file: error instanceof UploadInterrupted ? file : null }])
    } finally {
      pending.current.delete(key)
      show()
    }
  }
  const add = (files: Iterable<File>) => {
    setFailures([])
    for (const file of takes === 'image' ? [...files].slice(0, 1) : files) {
      const key = newUploadKey()
      if (takes === 'files' || acceptedImages.split(',').includes(file.type)) void upload(file, key)
      else setFailures([{ key, message: messages.notImage({ name: file.name }), file: null }])
    }
  }
  const retry = (key: string, file: File) => {
    setFailures((all) => all.filter((each) => each.key !== key))
    void upload(file, key, true)
  }
  const cancel = () => {
    for (const { canceling } of pending.current.values()) canceling.abort()
    area.current?.focus()
  }

  return {
    target: {
      'data-dropping': isDropping ? '' : undefined,
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      },
      onDragLeave: () => setDropping(false),
      onDrop: (event) => {
        setDropping(false)
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        add([...event.dataTransfer.files])
      },
    },
    paste: (event) => {
      const files = [...event.clipboardData.files]
      // Office programs put a picture of copied text beside the text.
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return false
      event.preventDefault()
      add(files)
      return true
    },
    pick: () => input.current?.click(),
    status: (
      <>
        <input
          ref={input}
          type="file"
          accept={takes === 'image' ? acceptedImages : acceptedFiles}
          multiple={takes === 'files'}
          hidden
          aria-label={messages.attach}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])])
            // So that the same file can be chosen again.
            event.currentTarget.value = ''
          }}
        />
        <span role="status" className="text-12 text-muted">
          {progress && messages.uploading(progress)}
        </span>
        {progress && (
          <Button look="quiet" size="sm" onClick={cancel}>
            {messages.cancel}
          </Button>
        )}
        <span role="alert" className="flex min-w-0 flex-col items-start text-12 text-danger-ink wrap-anywhere">
          {failures.map(({ key, message, file }) => (
            <span key={key}>
              {message}{' '}
              {file && (
                <Button
                  look="quiet"
                  size="sm"
                  aria-label={messages.retryOf({ name: file.name })}
                  onClick={() => retry(key, file)}
                >
                  {messages.retry}
                </Button>
              )}
            </span>
          ))}
        </span>
      </>
    ),
  }
}

const textFieldTarget = (area: HTMLTextAreaElement): UploadTarget => ({
  insert: (markdown) => insertBlock(area, markdown),
  replace: (markdown, by) => replaceText(area, markdown, by),
})

/** Inserts text as a paragraph of its own at the cursor. */
function insertBlock(area: HTMLTextAreaElement, text: string): void {
  const { text: value, start, end } = readSelection(area)
  const before = start === 0 || value[start - 1] === '\n' ? '' : '\n'
  const after = value[end] === '\n' ? '' : '\n'
  const insert = `${before}${text}${after}`
  applyTextEdit(area, { from: start, to: end, insert, select: [insert.length, insert.length] })
}

/** Replaces text where it is now. Keeps the cursor. Does nothing if the writer has deleted it. */
function replaceText(area: HTMLTextAreaElement, text: string, by: string): void {
  const at = area.value.indexOf(text)
  if (at < 0) return
  area.setRangeText(by, at, at + text.length, 'preserve')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
