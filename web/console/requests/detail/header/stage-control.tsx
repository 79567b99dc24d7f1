import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '../../../../ui/buttons/button.tsx'
import { StageBadge, StageIcon } from '../../../../ui/data/stage-badge.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { useRenderOnOpen } from '../../../../ui/lib/use-render-on-open.ts'
import { type Stage, stageLabels } from '../../../../ui/messages.ts'
import type { ShownRecipients } from '../../../messages/notify.ts'
import { triageMessages as messages } from '../../../messages/requests/detail.ts'
import { NotifyOptions } from '../../../notify/notify-options.tsx'
import { RoadmapOption } from '../../stage-changes/roadmap-option.tsx'
import { pickStageByKey, StageItems } from '../../stage-changes/stage-items.tsx'

const menuId = 'request-stage-menu'

interface StageControlProps {
  feedback: { id: string; stage: Stage }
  pageUrl: string
  canEdit: boolean
  isOnRoadmap: boolean
  recipients: ShownRecipients
  notifies: boolean
}

/** Shows the stage, with a menu to set it by click, arrow keys or digits. Shows a new stage while it is sent. */
export function StageControl({ feedback, pageUrl, canEdit, isOnRoadmap, recipients, notifies }: StageControlProps) {
  const menu = useRef<HTMLDivElement>(null)
  const { isRendered, onBeforeToggle } = useRenderOnOpen()
  const { formData } = useNavigation()
  const sent = formData?.get('intent') === 'stage' && formData.get('id') === feedback.id && formData.get('stage')
  const stage = (sent || feedback.stage) as Stage
  if (!canEdit) return <StageBadge stage={stage} />
  return (
    <>
      <Button
        id="request-stage"
        size="sm"
        popoverTarget={menuId}
        aria-label={messages.stage({ stage: stageLabels[stage] })}
        aria-keyshortcuts="s"
        icon={<StageIcon stage={stage} />}
      >
        {stageLabels[stage]}
        <ChevronDown aria-hidden />
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, but this contains one */}
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="group"
        aria-label={messages.setStage}
        className="menu-list"
        onKeyDown={pickStageByKey}
        onBeforeToggle={onBeforeToggle}
        onClick={({ target }) => (target as Element).closest('.menu-item') && menu.current?.hidePopover()}
      >
        {isRendered && (
          <ActionForm intent="stage" fields={{ id: feedback.id, next: pageUrl }} className="gap-px">
            {/* The default button: without script, Enter on the switch changes nothing. */}
            <button type="submit" name="stage" value={stage} hidden />
            <StageItems current={stage} buttonFor={(value) => ({ type: 'submit', name: 'stage', value })} />
            {!isOnRoadmap && <RoadmapOption />}
            <NotifyOptions recipients={recipients} byDefault={notifies} />
          </ActionForm>
        )}
      </div>
    </>
  )
}
