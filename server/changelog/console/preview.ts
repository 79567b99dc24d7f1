import { renderMarkdown } from '../../platform/formats/markdown.ts'

/** Renders the body of an entry as readers will see it, as safe HTML. */
export const previewEntry = (body: string): string => renderMarkdown(body)
