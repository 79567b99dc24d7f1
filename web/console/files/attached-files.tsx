import { useParams } from 'react-router'

const filePattern = /(!?)\[([^\]\n]*)\]\((\/files\/[0-9a-f-]{36}\/[A-Za-z0-9._-]+)\)/g

/** Shows the files that a Markdown text refers to, where the text itself is shown as it was typed. */
export function AttachedFiles({ text }: { text: string }) {
  const { workspace } = useParams()
  const files = [...text.matchAll(filePattern)].map(([, image, name, path]) => ({
    url: `/console/w/${workspace}${path}`,
    isImage: image === '!',
    name: name!,
  }))
  if (files.length === 0) return null
  return (
    <ul className="attached-files">
      {files.map(({ url, isImage, name }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            {isImage ? <img src={url} alt={name} loading="lazy" /> : name}
          </a>
        </li>
      ))}
    </ul>
  )
}
