import { type ClipboardEvent, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { useRefused } from '../../../ui/refusal.ts'
import { TextArea } from '../../../ui/text-input.tsx'
import { editor } from '../../words/changelog.ts'
import { applyEdit, selectedIn } from './apply-edit.ts'
import { Formatting, formatByKey } from './formatting.tsx'
import { pasted } from './markdown-edit.ts'
import { useAnswer } from './use-answer.ts'

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
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <PaneSwitch pane={pane} onChange={setPane} />
        <div className={pane === 'write' ? '' : 'max-lg:hidden'}>
          <Formatting area={area} />
        </div>
      </div>
      <div className="grid items-stretch gap-4 lg:grid-cols-2">
        <div className={pane === 'write' ? 'min-w-0' : 'min-w-0 max-lg:hidden'}>
          <Field name="body" label={editor.body} hideLabel help={editor.bodyHelp}>
            <MarkdownArea area={area} body={body} onText={setText} />
          </Field>
        </div>
        <div className={pane === 'preview' ? 'min-w-0' : 'min-w-0 max-lg:hidden noscript:block!'}>
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
      className="min-h-96! max-h-none! grow"
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
      className="h-full min-h-96 overflow-x-auto rounded-control border border-line bg-surface p-4 text-14"
    >
      {isFailed && <p className="mb-2 text-13 text-danger-ink">{editor.previewFailed}</p>}
      {html.trim() === '' ? <p className="text-13 text-muted">{editor.previewEmpty}</p> : <Prose html={html} />}
    </section>
  )
}
