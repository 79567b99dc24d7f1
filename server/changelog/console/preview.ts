import { renderMarkdown } from '../../platform/formats/markdown.ts'

/** The body of an entry as its readers will see it: HTML that is safe on any page. */
export const previewEntry = (body: string): string => renderMarkdown(body)
