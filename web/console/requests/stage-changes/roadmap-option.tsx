import { useId } from 'react'
import { Switch } from '../../../ui/forms/choice.tsx'
import { roadmapOptionMessages as messages } from '../../messages/requests/list.ts'
import { preventSubmit } from '../../notify/notify-options.tsx'

/** The choice of a form that sets a stage whether requests that are not on the roadmap are added to it. */
export function RoadmapOption() {
  const id = useId()
  return (
    <div className="notify">
      <input type="hidden" name="choosesRoadmap" value="" />
      <Switch
        id={`${id}-roadmap`}
        name="addsToRoadmap"
        label={messages.label}
        help={messages.help}
        defaultChecked
        onKeyDown={preventSubmit}
      />
    </div>
  )
}
