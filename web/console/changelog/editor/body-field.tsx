import { type ClipboardEvent, useRef, useState } from 'react'
import { classNames } from '../../../ui/lib/class-names.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Prose } from '../../../ui/data/prose.tsx'
import { useRefused } from '../../../ui/forms/form-errors.ts'
import { TextArea } from '../../../ui/forms/text-input.tsx'
import { editor } from '../../messages/changelog.ts'
import { applyEdit, selectedIn } from './apply-text-edit.ts'
import { Formatting, formatByKey } from './formatting-toolbar.tsx'
import { pasted } from './markdown-edits.ts'
import { useAnswer } from './use-debounced-post.ts'

interface BodyFieldProps {
  home: string
  body: string
  /** The same, rendered. */
  html: string
}

type Pane = 'write' | 'preview'

/** Markdown and what it becomes, side by side where there is room, one behind the other elsewhere. */
export function BodyField({ home, body, html }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [pane, setPane] = useState<Pane>('write')
  const refused = useRefused('body')
  const [text, setText] = useState(typeof refused === 'string' ? refused : body)
  const isWriting = pane === 'write'
  return (
    <div className="flex flex-col gap-2">
      <PaneSwitch pane={pane} onChange={setPane} />
      <div className="grid items-stretch gap-4 lg:grid-cols-2">
        <div className={classNames('flex min-w-0 flex-col gap-1 [&>.field]:grow', !isWriting && 'max-lg:hidden')}>
          <div className="flex min-h-8 items-center justify-between gap-2">
            <Formatting area={area} />
            <span className="text-12 text-muted">{editor.bodyHelp}</span>
          </div>
          <Field name="body" label={editor.body} hideLabel>
            <MarkdownArea area={area} body={body} onText={setText} />
          </Field>
        </div>
        <div className={classNames('flex min-w-0 flex-col gap-1', isWriting && 'max-lg:hidden noscript:flex!')}>
          <p className="flex min-h-8 items-center text-12 text-muted max-lg:hidden" aria-hidden>
            {editor.panePreview}
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
      <legend className="visually-hidden">{editor.panes}</legend>
      {(['write', 'preview'] as const).map((name) => (
        <label key={name} className="segment">
          <input type="radio" checked={pane === name} onChange={() => onChange(name)} />
          {name === 'write' ? editor.paneWrite : editor.panePreview}
        </label>
      ))}
    </fieldset>
  )
}

interface MarkdownAreaProps {
  area: React.RefObject<HTMLTextAreaElement | null>
  body: string
  onText: (text: string) => void
}

function MarkdownArea({ area, body, onText }: MarkdownAreaProps) {
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain')
    const edit = pasted(selectedIn(event.currentTarget), text, editor.placeholders.image)
    if (edit === null) return
    event.preventDefault()
    applyEdit(event.currentTarget, edit)
  }
  return (
    <TextArea
      ref={area}
      name="body"
      size="lg"
      mono
      dir="auto"
      className="max-h-[70dvh]! min-h-96! grow"
      defaultValue={body}
      spellCheck
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={formatByKey}
      onPaste={paste}
    />
  )
}

const pauseMs = 250
const isHtml = (body: unknown): body is { html: string } =>
  typeof body === 'object' && body !== null && 'html' in body && typeof body.html === 'string'

function Preview({ home, text, saved }: { home: string; text: string; saved: { body: string; html: string } }) {
  const isSaved = text === saved.body
  const { answer, isFailed, isAsking } = useAnswer(
    `${home}/changelog/preview`,
    isSaved ? null : { intent: 'preview', body: text },
    { pauseMs, isAnswer: isHtml },
  )
  const html = isSaved ? saved.html : (answer?.html ?? saved.html)
  return (
    <section
      aria-label={editor.panePreview}
      aria-busy={isAsking}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable
      tabIndex={0}
      className="max-h-[70dvh] min-h-96 grow overflow-auto rounded-control border border-line bg-surface p-4 text-14"
    >
      {isFailed && <p className="mb-2 text-13 text-danger-ink">{editor.previewFailed}</p>}
      {html.trim() === '' ? <p className="text-13 text-muted">{editor.previewEmpty}</p> : <Prose html={html} />}
    </section>
  )
}
