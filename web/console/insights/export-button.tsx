import { Download } from 'lucide-react'
import { Form } from 'react-router'
import type { InsightReport } from '#server/insights/export.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { insightMessages as messages } from '../messages/insights.ts'
import { formatRange, type InsightRange } from './range.ts'

interface ExportButtonProps {
  home: string
  range: InsightRange
  report: InsightReport
  /** The title of the card. */
  title: string
}

/** Downloads the figures of a card as CSV. */
export function ExportButton({ home, range, report, title }: ExportButtonProps) {
  return (
    <Form method="post" action={`${home}/insights/export${formatRange(range)}`} reloadDocument>
      <input type="hidden" name="intent" value={report} />
      <Button
        type="submit"
        look="quiet"
        size="sm"
        icon={<Download aria-hidden />}
        aria-label={messages.exportOf({ report: title })}
      >
        {messages.export}
      </Button>
    </Form>
  )
}
