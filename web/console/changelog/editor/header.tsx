import { useNavigation } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { editorMessages } from '../../messages/changelog.ts'
import { EntryMenu } from '../entry-menu.tsx'
import type { EditorData } from './load.ts'

interface EditorHeaderProps {
  formId: string
  data: EditorData
  isScheduled: boolean
}

const tones = { draft: 'neutral', scheduled: 'info', published: 'success' } as const

/** Sticks to the top, so that saving is always within reach. Outside the form: its menu has forms of its own. */
export function EditorHeader({ formId, data: { entry, home, can }, isScheduled }: EditorHeaderProps) {
  const isPublished = entry.state === 'published'
  const state = isPublished ? 'published' : entry.scheduledPublishAt === null ? 'draft' : 'scheduled'
  const back = isPublished
    ? { to: `${home}/changelog/${entry.id}`, text: editorMessages.backToEntry }
    : { to: `${home}/changelog?state=${state}`, text: editorMessages.back }
  const saveLabel = isPublished
    ? editorMessages.savePublished
    : isScheduled
      ? editorMessages.saveScheduled
      : editorMessages.save
  const { formData } = useNavigation()
  const then = formData?.get('intent') === 'save' ? (formData.get('then') ?? '') : null
  return (
    <div className="sticky top-0 z-10 border-line border-b bg-page px-4 py-3 max-md:static md:px-6">
      <div className="mx-auto max-w-page">
        <PageHeader
          back={back}
          title={entry.id === null ? editorMessages.newTitle : editorMessages.editTitle}
          marks={<Badge tone={tones[state]}>{editorMessages.states[state]}</Badge>}
          actions={
            <>
              {entry.id !== null && <EntryMenu entry={entry} can={can} />}
              <Button
                type="submit"
                form={formId}
                look={isPublished ? 'primary' : 'normal'}
                busy={then === ''}
                aria-keyshortcuts="Control+S Meta+S"
              >
                {saveLabel}
              </Button>
              {!isPublished && can.publish && (
                <Button
                  type="submit"
                  form={formId}
                  look="primary"
                  name="then"
                  value="publish"
                  busy={then === 'publish'}
                >
                  {editorMessages.publish}
                </Button>
              )}
            </>
          }
        />
      </div>
    </div>
  )
}
