/** Renders HTML that the server made from Markdown and sanitized. Pass nothing else. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
