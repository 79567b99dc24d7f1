import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { ProgressBar } from '../../../ui/notices/progress-bar.tsx'
import { importMessages as messages } from '../../messages/settings/import.ts'
import type { ImportPage } from './import-page.tsx'

const intervalMs = 1_000
const active = ['checking', 'running', 'undoing']

/** Shows the progress of an import, and reloads until it has ended. */
export function ProgressCard({ current, downloaded, isStalled }: ImportPage) {
  const { state, position, total, source } = current
  const isActive = active.includes(state)
  const { revalidate, state: loading } = useRevalidator()
  useEffect(() => {
    if (!isActive || loading !== 'idle') return
    const timer = setInterval(() => {
      if (!document.hidden) revalidate()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [isActive, loading, revalidate])
  const start =
    source !== 'github'
      ? messages.progressStart
      : downloaded === null
        ? messages.progressDownload
        : messages.progressDownloaded({ count: downloaded })
  const canResume = state === 'failed' || (state === 'running' && isStalled)
  return (
    <>
      {isActive && (
        <Card title={messages.states[state]} description={messages.closePage}>
          <div role="status">
            <ProgressBar
              label={messages.progress}
              value={position}
              max={total ?? 1}
              text={total === null ? start : messages.progressRows({ position, total })}
            />
          </div>
        </Card>
      )}
      {state === 'checking' && (
        <ActionForm intent="discard">
          <SubmitButton look="danger-quiet">{messages.discard}</SubmitButton>
        </ActionForm>
      )}
      {canResume && (
        <ActionForm intent="resume">
          {state === 'running' && (
            <Notice tone="warning" title={messages.stalled}>
              {messages.stalledText}
            </Notice>
          )}
          <SubmitButton look="normal">{messages.resume}</SubmitButton>
        </ActionForm>
      )}
    </>
  )
}
