import { Circle, CircleCheck } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import { IconButton } from '../../ui/buttons/button.tsx'

interface ReadToggleProps {
  isUnread: boolean
  label: string
  intent: string
  fields: Record<string, string>
}

/** Marks an item as read, or as unread. */
export function ReadToggle({ isUnread, label, intent, fields }: ReadToggleProps) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={`${pathname}${search}`} preventScrollReset className="inbox-toggle">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <IconButton
        type="submit"
        name="intent"
        value={intent}
        size="sm"
        label={label}
        icon={isUnread ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
      />
    </Form>
  )
}
