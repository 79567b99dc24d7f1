import { type ClipboardEvent, type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { applyTextEdit, readSelection } from '../../ui/lib/apply-text-edit.ts'
import { fileMessages as messages } from '../messages/files.ts'
import { acceptedFiles, uploadFile } from './upload.ts'

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
  paste(event: ClipboardEvent): boolean
  /** Opens the device’s file picker. */
  pick(): void
  /** The hidden file input, the progress and the error; to be rendered near the text field. */
  status: ReactNode
}

/** Inserts a placeholder for each file, and replaces it by Markdown once the file is uploaded. */
export function useFileUpload(area: RefObject<HTMLTextAreaElement | null>): FileUpload {
  const { workspace = '' } = useParams()
  const input = useRef<HTMLInputElement>(null)
  const pending = useRef(0)
  const [count, setCount] = useState(0)
  const [errors, setErrors] = useState<string[]>([])
  const [isDropping, setDropping] = useState(false)

  /** A form that is sent before its files are uploaded would contain placeholders. */
  const changePending = (by: number) => {
    pending.current += by
    setCount(pending.current)
    area.current?.setCustomValidity(pending.current > 0 ? messages.wait : '')
  }

  const upload = async (file: File) => {
    const placeholder = `![${messages.placeholder({ name: file.name.replaceAll(/[[\]]/g, ' ') })}]()`
    if (area.current) insertBlock(area.current, placeholder)
    changePending(1)
    try {
      const { markdown } = await uploadFile(workspace, file)
      replaceText(area.current, placeholder, markdown)
    } catch (error) {
      replaceText(area.current, placeholder, '')
      setErrors((all) => [...all, (error as Error).message])
    } finally {
      changePending(-1)
    }
  }
  const add = (files: Iterable<File>) => {
    setErrors([])
    for (const file of files) void upload(file)
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
          accept={acceptedFiles}
          multiple
          hidden
          aria-label={messages.attach}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])])
            // So that the same file can be chosen again.
            event.currentTarget.value = ''
          }}
        />
        <span role="status" className="text-12 text-muted">
          {count > 0 && messages.uploading({ count })}
        </span>
        <span role="alert" className="flex min-w-0 flex-col text-12 text-danger-ink wrap-anywhere">
          {errors.map((error) => (
            <span key={error}>{error}</span>
          ))}
        </span>
      </>
    ),
  }
}

/** Inserts text as a paragraph of its own at the cursor. */
function insertBlock(area: HTMLTextAreaElement, text: string): void {
  const { text: value, start, end } = readSelection(area)
  const before = start === 0 || value[start - 1] === '\n' ? '' : '\n'
  const after = value[end] === '\n' ? '' : '\n'
  const insert = `${before}${text}${after}`
  applyTextEdit(area, { from: start, to: end, insert, select: [insert.length, insert.length] })
}

/** Replaces text where it is now. Keeps the cursor. Does nothing if the writer has deleted it. */
function replaceText(area: HTMLTextAreaElement | null, text: string, by: string): void {
  const at = area?.value.indexOf(text) ?? -1
  if (area === null || at < 0) return
  area.setRangeText(by, at, at + text.length, 'preserve')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}
