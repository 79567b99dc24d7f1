import { type ClipboardEvent, useRef, useState } from 'react'
import { Prose } from '../../../ui/data/prose.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useSubmittedValue } from '../../../ui/forms/form-errors.ts'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { applyTextEdit, readSelection } from '../../../ui/lib/apply-text-edit.ts'
import { classNames } from '../../../ui/lib/class-names.ts'
import { type FileUpload, useFileUpload } from '../../files/use-file-upload.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import { FormattingToolbar, handleFormattingShortcut } from './formatting-toolbar.tsx'
import { convertPastedText } from './markdown-edits.ts'
import { ModeSwitch, useRichText } from './rich-text/use-rich-text.tsx'
import { useSlashMenu } from './slash-menu/use-slash-menu.tsx'
import { useDebouncedPost } from './use-debounced-post.ts'

interface BodyFieldProps {
  home: string
  body: string
  /** The body as rendered HTML. */
  html: string
}

type Pane = 'write' | 'preview'

/** Edits Markdown with a preview, side by side on a wide screen and in tabs on a narrow one. */
export function BodyField({ home, body, html }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [pane, setPane] = useState<Pane>('write')
  const submitted = useSubmittedValue('body')
  const [text, setText] = useState(typeof submitted === 'string' ? submitted : body)
  const isWriting = pane === 'write'
  const rich = useRichText(area)
  const upload = useFileUpload(area, rich.editor)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <ModeSwitch mode={rich.mode} onChange={rich.change} />
        <PaneSwitch pane={pane} onChange={setPane} />
        <p role="status" className="text-12 text-muted">
          {rich.problem}
        </p>
      </div>
      <div className="grid items-stretch gap-4 lg:grid-cols-2">
        <div className={classNames('flex min-w-0 flex-col gap-1 [&>.field]:grow', !isWriting && 'max-lg:hidden')}>
          {rich.Area === null && (
            <div className="flex min-h-8 items-center justify-between gap-2">
              <FormattingToolbar area={area} onImage={upload.pick} />
              <span className="text-12 text-muted max-sm:hidden">{editorMessages.bodyHelp}</span>
            </div>
          )}
          <div className="file-area grow [&>.field]:grow" {...upload.target}>
            <Field name="body" label={editorMessages.body} hideLabel>
              {rich.Area && (
                <rich.Area area={area} editorRef={rich.editor} text={text} upload={upload} onLossy={rich.rejectLine} />
              )}
              <MarkdownArea
                area={area}
                body={body}
                onText={setText}
                upload={upload}
                onFocus={rich.Area && (() => rich.editor.current?.tiptap.commands.focus())}
              />
            </Field>
            <div className="file-bar">{upload.status}</div>
          </div>
        </div>
        <div className={classNames('flex min-w-0 flex-col gap-1', isWriting && 'max-lg:hidden noscript:flex!')}>
          <p className="flex min-h-8 items-center text-12 text-muted max-lg:hidden" aria-hidden>
            {editorMessages.panePreview}
          </p>
          <Preview home={home} text={text} saved={{ body, html }} />
        </div>
      </div>
    </div>
  )
}

function PaneSwitch({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) {
  return (
    <fieldset className="segments lg:hidden noscript:hidden">
      <legend className="visually-hidden">{editorMessages.panes}</legend>
      {(['write', 'preview'] as const).map((name) => (
        <label key={name} className="segment">
          <input type="radio" checked={pane === name} onChange={() => onChange(name)} />
          {name === 'write' ? editorMessages.paneWrite : editorMessages.panePreview}
        </label>
      ))}
    </fieldset>
  )
}

interface MarkdownAreaProps {
  area: React.RefObject<HTMLTextAreaElement | null>
  body: string
  onText: (text: string) => void
  upload: FileUpload
  /** Moves the focus to the editor that replaces the text field, which is then hidden. Null without one. */
  onFocus: (() => void) | null
}

function MarkdownArea({ area, body, onText, upload, onFocus }: MarkdownAreaProps) {
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (upload.paste(event)) return
    const text = event.clipboardData.getData('text/plain')
    const edit = convertPastedText(readSelection(event.currentTarget), text, editorMessages.placeholders.image)
    if (edit === null) return
    event.preventDefault()
    applyTextEdit(event.currentTarget, edit)
  }
  const slash = useSlashMenu(area, upload.pick)
  return (
    <div className={onFocus ? 'visually-hidden' : 'slash-area'} aria-hidden={onFocus ? true : undefined}>
      <TextArea
        tabIndex={onFocus ? -1 : undefined}
        onFocus={onFocus ?? undefined}
        {...slash.input}
        ref={area}
        name="body"
        size="lg"
        mono
        dir="auto"
        className="max-h-[70dvh]! min-h-96! grow"
        defaultValue={body}
        spellCheck
        onInput={(event) => {
          onText(event.currentTarget.value)
          if (!onFocus) slash.update(event.currentTarget)
        }}
        onKeyDown={(event) => {
          if (!slash.handleKey(event)) handleFormattingShortcut(event)
        }}
        onClick={(event) => slash.update(event.currentTarget)}
        onScroll={slash.close}
        onBlur={slash.close}
        onPaste={paste}
      />
      {slash.menu}
    </div>
  )
}

const pauseMs = 250
const isHtml = (body: unknown): body is { html: string } =>
  typeof body === 'object' && body !== null && 'html' in body && typeof body.html === 'string'

function Preview({ home, text, saved }: { home: string; text: string; saved: { body: string; html: string } }) {
  const isSaved = text === saved.body
  const { result, isFailed, isLoading } = useDebouncedPost(
    `${home}/changelog/preview`,
    isSaved ? null : { intent: 'preview', body: text },
    { pauseMs, isResult: isHtml },
  )
  const html = isSaved ? saved.html : (result?.html ?? saved.html)
  return (
    <section
      aria-label={editorMessages.panePreview}
      aria-busy={isLoading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
      tabIndex={0}
      className="max-h-[70dvh] min-h-96 grow overflow-auto rounded-control border border-line bg-surface p-4 text-14"
    >
      {isFailed && <p className="mb-2 text-13 text-danger-ink">{editorMessages.previewFailed}</p>}
      {html.trim() === '' ? <p className="text-13 text-muted">{editorMessages.previewEmpty}</p> : <Prose html={html} />}
    </section>
  )
}
