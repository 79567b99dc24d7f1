import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../../../ui/lib/browser-storage.ts'
import { editorMessages } from '../../../messages/changelog.ts'
import type { RichTextEditor } from './editor.ts'

type Mode = 'rich' | 'markdown'

// The preference belongs to the person, and is not a secret.
const preferenceKey = 'heed:editor'

const loadEditor = () => import('./rich-text-area.tsx')

/** Switches the text field between rich text and Markdown. The text field holds the text that the form sends. */
export function useRichText(area: RefObject<HTMLTextAreaElement | null>) {
  const [mode, setMode] = useState<Mode>('markdown')
  const [module, setModule] = useState<Awaited<ReturnType<typeof loadEditor>> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const editor = useRef<RichTextEditor | null>(null)
  const requested = useRef<Mode>('markdown')

  const stayInMarkdown = (reason: string) => {
    requested.current = 'markdown'
    setMode('markdown')
    setProblem(reason)
  }
  const rejectLine = (line: number) => stayInMarkdown(editorMessages.richLossy({ line }))
  const open = async () => {
    requested.current = 'rich'
    setMode('rich')
    setProblem(null)
    try {
      const loaded = await loadEditor()
      if (area.current === null || requested.current !== 'rich') return
      const opened = loaded.openMarkdown(area.current.value)
      if ('line' in opened) rejectLine(opened.line)
      else setModule(loaded)
    } catch {
      stayInMarkdown(editorMessages.richFailed)
    }
  }
  const change = (next: Mode) => {
    writeStored(preferenceKey, next)
    if (next === 'rich') return void open()
    requested.current = 'markdown'
    setProblem(null)
    setMode('markdown')
  }
  useEffect(() => {
    if (readStored(preferenceKey) === 'rich') void open()
  }, [])
  return { mode, change, problem, rejectLine, editor, Area: mode === 'rich' ? (module?.RichTextArea ?? null) : null }
}

export function ModeSwitch({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <fieldset className="segments noscript:hidden">
      <legend className="visually-hidden">{editorMessages.modes}</legend>
      {(['rich', 'markdown'] as const).map((name) => (
        <label key={name} className="segment">
          <input type="radio" checked={mode === name} onChange={() => onChange(name)} />
          {name === 'rich' ? editorMessages.modeRich : editorMessages.modeMarkdown}
        </label>
      ))}
    </fieldset>
  )
}
