import { renderCustomerMarkdown, renderMarkdown } from '../../platform/formats/markdown.ts'

/** Renders an entry’s text as the portal shows it. @param filesBase what precedes `/files/…` on the page */
export const previewEntry = (body: string, filesBase: string | null = null): string => renderMarkdown(body, filesBase)

/** Renders a comment on an entry as the portal shows it. */
export const previewComment = ({ kind, body }: { kind: string; body: string }, filesBase: string): string =>
  kind === 'staff_reply' ? renderMarkdown(body, filesBase) : renderCustomerMarkdown(body, filesBase)
