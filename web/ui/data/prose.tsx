/** Markdown that the server has rendered and made safe; nothing else may be given to it. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}
